package dev.tidemark.driver.leveldb;

import module java.base;

/** What flushes and compactions have done since the database was opened. */
record LevelDbStats(double seconds, double readMib, double writtenMib) {

    /** Level, files, size in MiB, seconds, MiB read, MiB written. */
    private static final Pattern LEVEL =
            Pattern.compile("(?m)^\\s*\\d+\\s+\\d+\\s+\\d+\\s+(\\d+)\\s+(\\d+)\\s+(\\d+)\\s*$");

    /**
     * @param property the property {@code leveldb.stats}: a heading and a line for each level that has ever had files
     */
    static LevelDbStats of(String property) {
        double seconds = 0;
        double read = 0;
        double written = 0;
        Matcher level = LEVEL.matcher(property);
        while (level.find()) {
            seconds += Long.parseLong(level.group(1));
            read += Long.parseLong(level.group(2));
            written += Long.parseLong(level.group(3));
        }
        return new LevelDbStats(seconds, read, written);
    }
}
