package dev.tidemark.cli.support;

import module java.base;

/** What the process tells its caller by its exit status. */
public final class ExitStatus {

    public static final int DONE = 0;
    public static final int MISSED = 1;
    public static final int BAD_INPUT = 2;
    public static final int FAILED = 3;
    public static final int INTERRUPTED = 130;

    /** What each means, as the help shows it, in order. */
    public static final Map<String, String> MEANINGS = meanings();

    private ExitStatus() {}

    private static Map<String, String> meanings() {
        Map<Integer, String> meanings = new TreeMap<>(Map.of(
                DONE, "done",
                MISSED, "done, but an expectation was missed",
                BAD_INPUT, "bad input, or something needed is missing",
                FAILED, "no valid result",
                INTERRUPTED, "interrupted"));
        Map<String, String> byText = new LinkedHashMap<>();
        meanings.forEach((status, meaning) -> byText.put(String.valueOf(status), meaning));
        return byText;
    }
}
