package dev.tidemark.report.analysis.table;

import module java.base;

/**
 * A setting that varies among the iterations.
 *
 * @param name      the setting's name
 * @param kind      what it is
 * @param levels    its values, in order
 * @param followers settings that change one-to-one with it, so that nothing can be said about them apart
 * @param partial   whether it has a value under some values of another dimension only, as the size of batches has where
 *                  there are batches: a row without differs from no other in it
 */
public record Dimension(String name, Kind kind, List<SettingValue> levels, List<String> followers, boolean partial) {

    /** What a setting is. */
    public enum Kind {
        /** It changes what runs. */
        PARAM,
        /** A free name=value given by the user. */
        TAG,
        /**
         * What is to be done, such as the number of documents or the rate, or what has to be borne meanwhile, such as
         * tasks beside the load: part of the question, so never a winner nor an effect.
         */
        CONDITION,
        /** A fact found on the machine or read back from the engine. */
        FACT
    }

    public Dimension {
        levels = List.copyOf(levels);
        followers = List.copyOf(followers);
    }

    /** Whether two rows do not differ in it. */
    public boolean same(SettingValue one, SettingValue other) {
        return one.equals(other) || partial && (one == SettingValue.ABSENT || other == SettingValue.ABSENT);
    }

    /** Whether it is set for a run, so that another run can be given a value. */
    public boolean isSetting() {
        return kind == Kind.PARAM || kind == Kind.CONDITION;
    }

    /** Whether every value is a number, so that a chart can put them on an axis. */
    public boolean numeric() {
        return levels.stream().allMatch(l -> l.number() != null);
    }

    /** Whether one of its values can be better than another; a condition is given. */
    public boolean chosen() {
        return kind != Kind.CONDITION;
    }

    /**
     * {@code shards 2}, with what follows it, as far as the row has it: {@code shards 2 (memtable 16MB)}. What of the
     * task went along is no part of what was chosen.
     */
    public String describe(Row row) {
        String with = followers.stream().filter(f -> row.level(f) != SettingValue.ABSENT)
                .filter(f -> !chosen() || !Dimensions.isTask(f)).map(f -> f + " " + row.level(f))
                .collect(Collectors.joining(", "));
        return name + " " + row.level(name) + (with.isEmpty() ? "" : " (" + with + ")");
    }
}
