package dev.tidemark.core.driver;

import module java.base;
import dev.tidemark.core.param.Durability;

/**
 * One way in which an application can store documents through a client's API. Immutable; the withers return changed
 * copies, so that a declaration reads as one sentence.
 *
 * @param name     lower case with hyphens, unique within its driver
 * @param protocol what it speaks to the database, in a word: styles of one protocol share a {@link #noop} as baseline
 * @param summary  what it exercises, in one sentence without a full stop
 * @param input    what its documents are when a request begins
 * @param batches  whether a request takes several documents, as one transaction
 * @param maps     whether mapping objects to what the call takes is a step of its own
 * @param commits  whether committing is a step of its own, since the call does not
 * @param durability what its writes survive, whatever the target's settings; empty where these decide
 * @param roundTrips how often its call goes to the database and back, each as long as a {@link #noop}; 0 where it only
 *                   fills what the commit sends
 */
public record ApiStyle(String name, String protocol, String summary, Input input, boolean batches, boolean maps,
        boolean commits, Optional<Durability> durability, int roundTrips) {

    /** What its steps are called: mapping objects to what the call takes, the call, the commit. */
    public static final String MAP = "map";
    public static final String CALL = "call";
    public static final String COMMIT = "commit";

    /** Name of the setting of the workload api that says which style is measured; all where it is not set. */
    public static final String SETTING = "style";

    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    /** What a document is when its request begins. */
    public enum Input {
        /** Nothing is stored. */
        NONE,
        /** An object of the program, which is mapped in a step of its own, or inside the call. */
        OBJECT,
        /** A JSON tree in memory, made before. */
        TREE,
        /** JSON text, made before. */
        TEXT
    }

    public ApiStyle {
        if (!WORD.matcher(name).matches() || !WORD.matcher(protocol).matches()) {
            throw new IllegalArgumentException("style " + name + " of " + protocol);
        }
        if (input == Input.NONE && (batches || commits || roundTrips != 1) || maps && input != Input.OBJECT
                || roundTrips < 0) {
            throw new IllegalArgumentException("style " + name + " contradicts itself");
        }
    }

    /** Whether it is a round trip that stores nothing, for comparison. */
    public boolean noop() {
        return input == Input.NONE;
    }

    /** The steps of its request, in their order. */
    public List<String> steps() {
        return Stream.of(maps ? MAP : "", CALL, commits ? COMMIT : "").filter(step -> !step.isEmpty()).toList();
    }

    /** A style that stores one document with each request. */
    public static ApiStyle of(String name, String protocol, Input input, String summary) {
        return new ApiStyle(name, protocol, summary, input, false, false, false, Optional.empty(), 1);
    }

    /** A round trip that stores nothing. */
    public static ApiStyle noop(String name, String protocol, String summary) {
        return of(name, protocol, Input.NONE, summary);
    }

    /** The same with several documents in each request. */
    public ApiStyle batched() {
        return new ApiStyle(name, protocol, summary, input, true, maps, commits, durability, roundTrips);
    }

    /** The same with {@link dev.tidemark.core.driver.style.StyleSession#map} as a step. */
    public ApiStyle mapped() {
        return new ApiStyle(name, protocol, summary, input, batches, true, commits, durability, roundTrips);
    }

    /** The same with {@link dev.tidemark.core.driver.style.StyleSession#commit} as a step. */
    public ApiStyle committed() {
        return new ApiStyle(name, protocol, summary, input, batches, maps, true, durability, roundTrips);
    }

    /** The same where its writes survive this, whatever the target's settings. */
    public ApiStyle states(Durability stated) {
        return new ApiStyle(name, protocol, summary, input, batches, maps, commits, Optional.of(stated),
                roundTrips);
    }

    /** The same where its call goes to the database and back so often. */
    public ApiStyle inRoundTrips(int count) {
        return new ApiStyle(name, protocol, summary, input, batches, maps, commits, durability, count);
    }
}
