package dev.tidemark.core.result;

import java.util.regex.Pattern;

/**
 * How the verdict of an iteration tells that an agent was lost in it. The iteration is invalid, and unlike others that
 * are, it says nothing of what it measured: it is run again when its run is resumed.
 */
public final class LostAgent {

    private static final Pattern VERDICT = Pattern.compile("agent \\S+ was lost (?:before the measurement began|after "
            + "the measurement|at \\d+ s: .+ of the load was not offered) \\(.*", Pattern.DOTALL);

    private LostAgent() {}

    /**
     * In the midst of the measurement.
     *
     * @param seconds since its beginning
     * @param part    of the load, that was its to offer, in words
     * @param why     it was lost
     */
    public static String during(String agent, long seconds, String part, String why) {
        return sentence(agent, "at " + seconds + " s: " + part + " of the load was not offered", why);
    }

    /** Before it. */
    public static String before(String agent, String why) {
        return sentence(agent, "before the measurement began", why);
    }

    /** After it. */
    public static String after(String agent, String why) {
        return sentence(agent, "after the measurement", why);
    }

    private static String sentence(String agent, String moment, String why) {
        return "agent " + agent + " was lost " + moment + " (" + why + ")";
    }

    /** Whether that is why an iteration ended as it did. */
    public static boolean isIn(IterationState state, String verdict) {
        return state == IterationState.INVALID && VERDICT.matcher(verdict).matches();
    }
}
