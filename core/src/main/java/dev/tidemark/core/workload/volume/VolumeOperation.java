package dev.tidemark.core.workload.volume;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.param.Types;

/** What {@link Volume} can do to a target. The order is that of the kinds in what it records. */
enum VolumeOperation {

    GET(Capability.KEY_VALUES), // the value of a key is read
    HEAD(Capability.HEAD), // it is asked whether a key is there and how large its value is
    PUT(Capability.KEY_VALUES), // a value is stored, whatever was there
    INSERT(Capability.KEY_VALUES), // a value is stored under a new key
    UPDATE(Capability.KEY_VALUES), // a value is read, then another stored in its place
    DELETE(Capability.DELETE), // a key is deleted
    PUT_INDEXED(Capability.INDEX), // a value is stored with index entries in place of all that the key had
    UPDATE_INDEXED(Capability.INDEX), // a value is read, then another stored with index entries
    INDEX_QUERY(Capability.INDEX), // the keys of a range of days are asked of the index of days
    GROUP_QUERY(Capability.INDEX), // the keys of one group are asked of the index of groups
    SCAN(Capability.SCAN), // keys and values are read in order, from a key on
    LIST_KEYS(Capability.WALK); // all keys are listed

    private final Capability needs;

    VolumeOperation(Capability needs) {
        this.needs = needs;
    }

    /** As it is written and recorded. */
    String word() {
        return Types.word(this);
    }

    Capability needs() {
        return needs;
    }

    static List<String> words() {
        return Arrays.stream(values()).map(VolumeOperation::word).toList();
    }

    /** Whether it looks a key up, so that it can find none. */
    boolean looksUp() {
        return this == GET || this == HEAD || updates();
    }

    /** Whether it reads a value and then stores another. */
    boolean updates() {
        return this == UPDATE || this == UPDATE_INDEXED;
    }

    /** Whether it reads the value of its key, which can be compared with what was stored. */
    boolean readsValue() {
        return this == GET || updates();
    }

    /** Whether it stores a value under one of the keys that are drawn. */
    boolean puts() {
        return this == PUT || this == PUT_INDEXED || updates();
    }

    /** Whether it stores a value. */
    boolean stores() {
        return puts() || this == INSERT;
    }

    /** Whether it changes what is stored. */
    boolean writes() {
        return stores() || this == DELETE;
    }

    boolean indexes() {
        return this == PUT_INDEXED || this == UPDATE_INDEXED;
    }

    boolean queries() {
        return this == INDEX_QUERY || this == GROUP_QUERY;
    }
}
