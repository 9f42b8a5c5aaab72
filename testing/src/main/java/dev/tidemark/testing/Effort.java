package dev.tidemark.testing;

import module java.base;

/**
 * How much of what could be tried a test tries. {@code mvn verify} tries a part, drawn by the seed of the day so that
 * every part has its day; {@code -Dthorough}, which {@code .ci/run} gives, a greater one, and {@code -Dtests.full}, which
 * {@code .ci/nightly} gives, all. A failure names the seed, and {@code -Dtests.seed=N} draws the same again.
 */
public final class Effort {
    private static final long SEED = Long.getLong("tests.seed", today());

    private Effort() {
    }

    private static long today() {
        return Long.parseLong(LocalDate.now(ZoneOffset.UTC).format(DateTimeFormatter.BASIC_ISO_DATE));
    }

    /** Whether everything is tried at full size. */
    public static boolean full() {
        return System.getProperty("tests.full") != null;
    }

    /** Whether more is tried than is quick, as {@code .ci/run} wants it by {@code -Dthorough}. */
    public static boolean thorough() {
        return full() || System.getProperty("thorough") != null;
    }

    /** How many to try: of experiments, requests, searches or what else a test counts. */
    public static int of(int quick, int full) {
        return full() ? full : quick;
    }

    /** What this run's draws hang on: {@code tests.seed}, or the day in UTC as yyyymmdd. */
    public static long seed() {
        return SEED;
    }

    /** Draws for one test; two tests draw differently, and one the same for the same seed. */
    public static Random random(Class<?> test) {
        return new Random(seed(test.getName()));
    }

    /**
     * Whether it is the day of what has so many of that many days.
     *
     * @param drawer whose day: two have other days
     */
    static boolean isDay(int some, int of, String drawer) {
        return full() || new Random(seed(drawer)).nextInt(of) < some;
    }

    /** The seed of one of those that draw, by its name. */
    static long seed(String drawer) {
        return SEED * 31 + drawer.hashCode();
    }

    /** How many times as much as is quick is tried where more is. */
    static int times() {
        return thorough() ? 2 : 1;
    }

    /** About every {@code n}th of them, others on another day; all of them at full size. The order is kept. */
    public static <T> List<T> oneIn(int n, List<T> all, Class<?> test) {
        return drawn(1, n, all, test);
    }

    /** The same where only what is quick is tried; where more is, {@link #times} as many. */
    public static <T> List<T> today(int n, List<T> all, Class<?> test) {
        return drawn(times(), n, all, test);
    }

    private static <T> List<T> drawn(int some, int of, List<T> all, Class<?> test) {
        if (full()) {
            return all;
        }
        Random random = random(test);
        return all.stream().filter(_ -> random.nextInt(of) < some).toList();
    }
}
