package dev.tidemark.web.notify;

import java.util.List;

/**
 * That a job is over, as programs are told it.
 *
 * @param label    of its results
 * @param job      its number
 * @param state    {@code done}, {@code failed} or {@code cancelled}
 * @param invalid  whether it is done, and not all of what it ran is valid
 * @param message  why it ended so, in one sentence; may be empty
 * @param verdict  the word of its report, as in {@code clear winner}; empty where there is no report
 * @param headline what its report says in a sentence; empty where there is none
 * @param missed   what was expected and does not hold, in sentences: the first few
 * @param report   the address of its report
 */
record Notice(String label, long job, String state, boolean invalid, String message, String verdict,
        String headline, List<String> missed, String report) {

    Notice {
        missed = List.copyOf(missed);
    }

    /** What became of it, as people read it. */
    private String word() {
        return invalid ? "invalid" : state;
    }

    /** In one line. */
    String subject() {
        return label + ": " + (!word().equals("done") ? word() : !missed.isEmpty() ? "an expectation was missed"
                : verdict.isEmpty() ? state : verdict);
    }

    String text() {
        return "Job " + job + ", " + label + ", is " + word() + (message.isEmpty() ? "." : ": " + message + ".") + "\n"
                + (headline.isEmpty() ? "" : "\n" + headline + "\n")
                + (missed.isEmpty() ? "" : "\n" + String.join("\n", missed) + "\n") + "\n" + report + "\n";
    }
}
