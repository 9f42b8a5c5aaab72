package dev.tidemark.core.result;

/** Under which labels the loads of checkups stand. */
public final class CheckupLabels {

    private static final String KEPT = "reference-";

    private CheckupLabels() {}

    /** What was done as fast as clients went. @param target its name */
    public static String of(String target) {
        return "checkup-" + target;
    }

    /** What was done at a rate. @param target its name */
    public static String atRate(String target) {
        return of(target) + "-rate";
    }

    /** What was done as fast as clients went, where it is to stand beside later checkups. @param name under which it does */
    public static String kept(String name) {
        return KEPT + name;
    }

    public static boolean isKept(String label) {
        return label.startsWith(KEPT);
    }

    /** The name under which it is kept. @param label one that is */
    public static String name(String label) {
        return label.substring(KEPT.length());
    }
}
