package dev.tidemark.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What the process tells its caller by its exit status. */
final class ExitStatus {

    static final int DONE = 0;
    static final int MISSED = 1;
    static final int BAD_INPUT = 2;
    static final int FAILED = 3;
    static final int INTERRUPTED = 130;

    /** What each means, as the help shows it, in order. */
    static final Map<String, String> MEANINGS = meanings();

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
