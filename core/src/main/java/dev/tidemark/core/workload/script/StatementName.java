package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.core.workload.script.language.Script;

/**
 * A part of an operation that goes to the server at a time, as results keep it: {@code 3 7 UPDATE acct SET …}.
 *
 * @param number in its operation, from 1
 * @param line   of its file, in which it begins; 0 where it stands in none
 * @param text   as it stands in the script, in one line and perhaps cut; of a pipeline, that of its first statement
 */
public record StatementName(int number, int line, String text) {

    /** What an operation does before its first statement, where connections are shared or made anew. */
    static final StatementName CONNECTION = new StatementName(0, 0, "(waiting for a connection)");

    private static final int LONGEST = 100;

    /** The names of a script's parts, in their order. */
    static List<String> of(Script script) {
        List<List<Command.Sql>> parts = script.parts();
        return IntStream.range(0, parts.size()).mapToObj(i -> new StatementName(i + 1,
                parts.get(i).getFirst().line(), text(parts.get(i))).toString()).toList();
    }

    private static String text(List<Command.Sql> part) {
        String text = part.getFirst().source().replaceAll("\\s+", " ").strip();
        return cut(part.size() == 1 ? text : "pipeline of " + part.size() + ": " + text);
    }

    private static String cut(String text) {
        return Printable.shortened(text, LONGEST);
    }

    /** Reads a name; empty where it is none, as of a step of another workload. */
    public static Optional<StatementName> parse(String name) {
        String[] words = name.split(" ", 3);
        return words.length == 3 && words[0].matches("[0-9]{1,9}") && words[1].matches("[0-9]{1,9}")
                ? Optional.of(new StatementName(Integer.parseInt(words[0]), Integer.parseInt(words[1]), words[2]))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return number + " " + line + " " + text;
    }
}
