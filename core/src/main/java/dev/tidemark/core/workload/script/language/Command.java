package dev.tidemark.core.workload.script.language;

import module java.base;

/** One thing that a script does. */
public sealed interface Command {

    /** In which line of its file it begins, from 1. */
    int line();

    /** Gives a variable a value. @param place among {@link Variables} */
    record Set(String name, int place, Expression expression, int line) implements Command {}

    /**
     * A statement.
     *
     * @param text       with {@code ?} for each variable, {@code ??} for a question mark, and {@link #INLINE} for each
     *                   that is written into it
     * @param source     as the script has it, without what stands before its first word
     * @param word       its first word, in lower case; empty where it begins with a sign
     * @param parameters places of the variables, in the order of the text
     * @param inline     places of the variables that are written into the text
     * @param number     among the script's statements, from 0
     * @param keep       how the columns of its answer are put into variables; empty when nothing is
     * @param takes      what is taken from its answer by pointers
     */
    record Sql(String text, String source, String word, List<Integer> parameters, List<Integer> inline, int number,
            Optional<Keep> keep, List<Take> takes, int line) implements Command {

        /** The same, whose answer is kept. */
        Sql keeping(Keep as) {
            return new Sql(text, source, word, parameters, inline, number, Optional.of(as), takes, line);
        }

        /** The same, from whose answer something more is taken. */
        Sql taking(Take more) {
            return new Sql(text, source, word, parameters, inline, number, keep,
                    Stream.concat(takes.stream(), Stream.of(more)).toList(), line);
        }

        /** Stands in a text for a variable that is written into it; no statement has this sign. */
        public static final char INLINE = '\0';
        /** Stands there for one that is written into it as the value that it is, where all are. */
        public static final char VALUE = '\u0001';
        /** Stands in quotes for what is written into them where it has a value by then, and else is no variable. */
        public static final char PERHAPS = '\u0002';
    }

    /**
     * Puts the columns of an answer into variables.
     *
     * @param prefix of the variables' names
     * @param one    whether there has to be one row; else the last one is kept, if there is any
     */
    record Keep(String prefix, boolean one) {

        /** As a script calls it. */
        String word() {
            return one ? "gset" : "aset";
        }
    }

    /**
     * A variable whose value is in the answer to a statement.
     *
     * @param place   of the variable
     * @param pointer where in the answer, as RFC 6901 has it
     * @param maybe   whether there may be nothing, which is then its value
     */
    record Take(String name, int place, String pointer, boolean maybe) {}

    /** Gives variables the values of a row. */
    record Row(ValuesFile values, int line) implements Command {}

    /** Statements that are sent one behind the other, before the first is answered. */
    record Pipeline(List<Sql> statements) implements Command {

        /** The same, of whose answers the last one is kept, or each. */
        Pipeline keeping(Keep as) {
            List<Sql> all = new ArrayList<>(statements);
            all.replaceAll(sql -> as.one() && sql != statements.getLast() ? sql : sql.keeping(as));
            return new Pipeline(List.copyOf(all));
        }

        @Override
        public int line() {
            return statements.getFirst().line();
        }
    }

    /** Does what belongs to the first condition that holds. @param otherwise what is done when none does */
    record If(List<Branch> branches, List<Command> otherwise) implements Command {

        @Override
        public int line() {
            return branches.getFirst().line();
        }
    }

    /** What is done where a condition holds. @param line of the condition */
    record Branch(Expression condition, List<Command> commands, int line) {}

    /** Waits. */
    record Sleep(Expression length, ChronoUnit unit, int line) implements Command {}
}
