package dev.tidemark.core.workload.script.language;

import module java.base;

/**
 * What is computed when a script runs. Each part keeps its value in a place of its own, so that computing allocates
 * nothing; for one worker only.
 */
public abstract sealed class Expression {

    final ScriptValue value = new ScriptValue();

    /** @throws ScriptException where it cannot be computed */
    public abstract ScriptValue evaluate(Variables variables, RandomDraw random);

    /** A value that is written in the script. */
    static final class Constant extends Expression {

        @Override
        public ScriptValue evaluate(Variables variables, RandomDraw random) {
            return value;
        }

        @Override
        public String toString() {
            return value.toString();
        }
    }

    /** The value of a variable. */
    static final class Variable extends Expression {

        private final String name;
        private final int place;
        private final ScriptValue meaning;

        Variable(String name, int place) {
            this.name = name;
            meaning = new ScriptValue(name);
            this.place = place;
        }

        @Override
        public ScriptValue evaluate(Variables variables, RandomDraw random) {
            ScriptValue value = variables.get(place);
            if (!value.isUnread()) {
                return value;
            }
            meaning.setMeaning(value);
            return meaning;
        }

        @Override
        public String toString() {
            return ":" + name;
        }
    }

    /** One of the lines of a file or of the terms of an index, each as likely. */
    static final class Line extends Expression {

        private final List<String> lines;

        Line(List<String> lines) {
            this.lines = lines;
        }

        @Override
        public ScriptValue evaluate(Variables variables, RandomDraw random) {
            value.setString(lines.get((int) random.uniform(0, lines.size() - 1)));
            return value;
        }
    }

    /** A moment between two others, to the second, each as likely. */
    static final class Moment extends Expression {

        private static final DateTimeFormatter SQL = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

        private final long least;
        private final long most;

        Moment(LocalDateTime least, LocalDateTime most) {
            this.least = least.toEpochSecond(ZoneOffset.UTC);
            this.most = most.toEpochSecond(ZoneOffset.UTC);
        }

        @Override
        public ScriptValue evaluate(Variables variables, RandomDraw random) {
            value.setString(LocalDateTime.ofEpochSecond(random.uniform(least, most), 0, ZoneOffset.UTC).format(SQL));
            return value;
        }
    }

    /** A function or an operator of the values of its arguments; of nothing comes nothing. */
    static final class Call extends Expression {

        private final Function function;
        private final List<Expression> arguments;
        private final ScriptValue[] values;

        Call(Function function, List<Expression> arguments) {
            this.function = function;
            this.arguments = List.copyOf(arguments);
            values = new ScriptValue[arguments.size()];
        }

        @Override
        public ScriptValue evaluate(Variables variables, RandomDraw random) {
            boolean missing = false;
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments.get(i).evaluate(variables, random);
                missing |= values[i].isNull();
            }
            if (missing) {
                value.setNull();
            } else {
                function.apply(values, value, random);
            }
            return value;
        }

        @Override
        public String toString() {
            return function.name().toLowerCase(java.util.Locale.ROOT)
                    + arguments.stream().map(Expression::toString).collect(Collectors.joining(", ", "(", ")"));
        }
    }

    /** AND and OR: what the first argument decides, the second is not asked for. A first one that is null decides. */
    static final class Logic extends Expression {

        private final boolean and;
        private final Expression left;
        private final Expression right;

        Logic(boolean and, Expression left, Expression right) {
            this.and = and;
            this.left = left;
            this.right = right;
        }

        @Override
        public ScriptValue evaluate(Variables variables, RandomDraw random) {
            ScriptValue first = left.evaluate(variables, random);
            if (first.isNull()) {
                value.setNull();
                return value;
            }
            if (first.truth() != and) {
                value.set(!and);
                return value;
            }
            ScriptValue second = right.evaluate(variables, random);
            if (second.isNull()) {
                value.setNull();
            } else {
                value.set(second.truth());
            }
            return value;
        }

        @Override
        public String toString() {
            return (and ? "and(" : "or(") + left + ", " + right + ")";
        }
    }

    /** IS NULL, IS TRUE or IS FALSE. */
    static final class Is extends Expression {

        private final Expression of;
        private final ScriptValue what;

        /** @param what nothing, or a truth */
        Is(Expression of, ScriptValue what) {
            this.of = of;
            this.what = what;
        }

        @Override
        public ScriptValue evaluate(Variables variables, RandomDraw random) {
            ScriptValue tested = of.evaluate(variables, random);
            value.set(what.isNull() ? tested.isNull()
                    : tested.kind() == ScriptValue.Kind.BOOLEAN && tested.truth() == what.truth());
            return value;
        }

        @Override
        public String toString() {
            return "is(" + of + ", " + what + ")";
        }
    }

    /** CASE: the value of the first condition that holds. */
    static final class Case extends Expression {

        private final List<Expression> conditions;
        private final List<Expression> results;
        private final Expression otherwise;

        Case(List<Expression> conditions, List<Expression> results, Expression otherwise) {
            this.conditions = List.copyOf(conditions);
            this.results = List.copyOf(results);
            this.otherwise = otherwise;
        }

        @Override
        public ScriptValue evaluate(Variables variables, RandomDraw random) {
            for (int i = 0; i < conditions.size(); i++) {
                if (conditions.get(i).evaluate(variables, random).holds()) {
                    return results.get(i).evaluate(variables, random);
                }
            }
            return otherwise.evaluate(variables, random);
        }

        @Override
        public String toString() {
            return "case(" + conditions + ", " + results + ", " + otherwise + ")";
        }
    }
}
