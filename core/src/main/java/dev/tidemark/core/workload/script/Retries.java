package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamType;

/**
 * When an operation is tried again.
 *
 * @param states SQL states of the failures after which it is, or what the database has in their place: numbers, words
 * @param tries  how often it is carried out at most
 */
record Retries(Set<String> states, int tries) {

    /** An SQL state, a number, a word of Redis', a code of XQuery or of a server's own. */
    private static final Pattern STATE = Pattern.compile("[0-9A-Z]{5}|[1-9][0-9]*|[A-Z][A-Z_]+|[A-Z]{4}[0-9]{4}"
            + "|[A-Za-z]+[:-][A-Za-z0-9-]+");

    boolean cover(StatementException e) {
        return states.contains(e.state()) || states.contains(String.valueOf(e.number()));
    }

    /** Written as {@code 40001;40P01;1205}. */
    static final class Type implements ParamType<Set<String>> {

        @Override
        public String kind() {
            return "SQL states";
        }

        @Override
        public String example() {
            return "40001;40P01";
        }

        @Override
        public Set<String> parse(String text) {
            Set<String> states = new TreeSet<>(Arrays.stream(text.split(";")).map(String::strip).toList());
            states.stream().filter(s -> !STATE.matcher(s).matches()).findFirst().ifPresent(s -> {
                throw new InvalidInputException("'" + s + "' is no SQL state, which has five digits or capital letters, no "
                        + "number of an error, as 1205, no word of capital letters, as Redis' TRYAGAIN, and no code as "
                        + "db:lock or XDMP-DEADLOCK");
            });
            return states;
        }

        @Override
        public String format(Set<String> states) {
            return String.join(";", states);
        }
    }
}
