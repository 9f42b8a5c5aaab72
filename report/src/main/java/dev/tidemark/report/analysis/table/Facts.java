package dev.tidemark.report.analysis.table;

/** How detected facts are told to people, where that is not how they are stored. */
public final class Facts {

    private static final String FREE_SPACE = "free-space";

    private Facts() {}

    /**
     * A setting's or a fact's value as people read it. Free space is stored rounded down to tens of percent, so that
     * runs on the same file system stay equal, and is therefore a lower bound.
     *
     * @param name of the fact; of one of several directories with an ending
     */
    public static String shown(String name, String text) {
        return name.startsWith(FREE_SPACE) && text.endsWith("%") ? text.startsWith("0 ") ? "less than 10 %"
                : "at least " + text : text;
    }
}
