package dev.tidemark.core.experiment;

/**
 * How a form asks for what a key holds, in a field that is named by the key's path: {@code plan.repeat}.
 *
 * @param rank        its place in its part of the form, ascending
 * @param title       what it is called
 * @param kind        the kind of value, and how to write it; empty where that is seen
 * @param placeholder what holds where nothing is filled in, as far as that is always the same
 * @param help        one sentence for people
 * @param main        whether it is among the few that people see first
 */
public record FormField(Group group, int rank, Typed typed, String title, String kind, String placeholder,
        String help, boolean main) {

    FormField(Group group, int rank, Typed typed, String title, String kind, String placeholder,
            String help) {
        this(group, rank, typed, title, kind, placeholder, help, false);
    }

    FormField asMain() {
        return new FormField(group, rank, typed, title, kind, placeholder, help, true);
    }

    /** Parts of a form: before the settings, for a search alone, and after the settings. */
    public enum Group {
        HEAD, RAMP, FIND_RATE, TAIL
    }

    /** What is filled in: one of the key's words, a text, values with commas between, or a name and value a line. */
    public enum Typed {
        WORD, LINE, LIST, TAGS, CONDITIONS;

        /** Between name and value; empty where there are none. */
        public String sign() {
            return this == TAGS ? "=" : this == CONDITIONS ? ": " : "";
        }
    }
}
