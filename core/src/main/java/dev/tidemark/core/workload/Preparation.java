package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.ParamType;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;

/**
 * A command of the user's that is run before each iteration, and what it makes of the system under test: a mount
 * option, a kernel's setting, a server's setting and its restart. What stands in its braces is the value of a setting;
 * of a name that no setting has, it is a dimension of the user's own, which is set, varied, stored and shown like all
 * others and does nothing but stand there.
 *
 * <p>The shell sees no value as a part of its text: it stands in a variable, and in the text stands the variable.
 */
public final class Preparation {

    public static final Param<String> COMMAND = Param.lines("prepare").pace().reaching(Reach.COMMAND).orElse("none")
            .help("Command that sh runs on this machine before each iteration, unmeasured, before anything connects: "
                    + "{NAME} in it is the value of the setting NAME, or of a name of your own, which can then be set "
                    + "and varied. Each iteration then has a process of its own.");

    public static final Param<Duration> LIMIT = Param.duration("prepare-limit").around()
            .byDefault(Duration.ofMinutes(10)).atLeast(1e-3)
            .help("How long the command of prepare may take; one that takes longer is ended, and its iteration has "
                    + "failed.");

    /** The longest name; in front of its variable stands what no other variable of the program begins with. */
    private static final Pattern BRACES = Pattern.compile("(?<!\\$)\\{([a-z][a-z0-9_-]{0,63})}");
    private static final String VARIABLE = "TIDEMARK_VALUE_";
    private static final String TARGET = "target";

    /** Any text; one that is a number is ordered and drawn as one. */
    private static final ParamType<String> OWN = new ParamType<>() {
        @Override
        public String kind() {
            return Types.TEXT.kind();
        }

        @Override
        public String unit() {
            return Types.TEXT.unit();
        }

        @Override
        public String example() {
            return Types.TEXT.example();
        }

        @Override
        public String parse(String text) {
            return Types.TEXT.parse(text);
        }

        @Override
        public String format(String value) {
            return value;
        }

        @Override
        public OptionalDouble number(String value) {
            Double number = Setting.tag("", value).number();
            return number == null ? OptionalDouble.empty() : OptionalDouble.of(number);
        }
    };

    private Preparation() {}

    /** The command of a point, as it was written; empty where none is run. */
    public static Optional<String> of(Values point) {
        return point.find(COMMAND);
    }

    /** What stands in a command's braces. */
    private static Set<String> names(String command) {
        Set<String> names = new LinkedHashSet<>();
        BRACES.matcher(command).results().forEach(found -> names.add(found.group(1)));
        return names;
    }

    /** Whether a point's command sees to a setting, whatever else there is for it. */
    public static boolean handles(Values point, String setting) {
        return of(point).filter(command -> names(command).contains(setting)).isPresent();
    }

    /**
     * The dimensions of the user's own that commands name.
     *
     * @param commands of any points
     * @param known    the settings that there are otherwise
     * @param first    the value that is the default of a dimension, by name
     */
    public static ParamSet params(Collection<String> commands, ParamSet known,
            Function<String, Optional<String>> first) {
        Map<String, Param<?>> own = new LinkedHashMap<>();
        commands.forEach(command -> names(command).stream().filter(n -> !n.equals(TARGET) && known.lookUp(n).isEmpty())
                .forEach(n -> own.put(n, own(n, command, first.apply(n).orElse(null)))));
        return ParamSet.of(own.values().toArray(Param<?>[]::new));
    }

    private static Param<String> own(String name, String command, String byDefault) {
        return Param.typed(name, OWN).pace().asMain().reaching(Reach.ARGUMENT).byDefault(byDefault)
                .help("Stands in prepare: " + command);
    }

    /** @throws InvalidInputException when a point's command cannot be run as it is written */
    public static void check(Values point) {
        Map<String, String> variables = new LinkedHashMap<>();
        of(point).ifPresent(command -> {
            for (String name : names(command)) {
                checkValue(point, name);
                String other = variables.put(variable(name), name);
                if (other != null) {
                    throw new InvalidInputException(COMMAND.name() + ": {" + other + "} and {" + name
                            + "} are both in the variable " + variable(name) + "; name one of them otherwise");
                }
            }
            text(point, command);
        });
    }

    private static void checkValue(Values point, String name) {
        if (name.equals(TARGET)) {
            return;
        }
        Param<?> param = point.params().find(name).param();
        if (param.type() != OWN && !param.type().closed() && param.reach() == Reach.NOTHING) {
            throw new InvalidInputException(COMMAND.name() + ": " + name + " is a setting of Tidemark's with any text, "
                    + "which is handed to no command; take another name");
        }
        if (point.find(param).isEmpty() && param.absent() == null) {
            throw new InvalidInputException(COMMAND.name() + ": {" + name + "} has no value; give it one under set, or "
                    + "several under vary (braces that are the shell's own have a space or a $: { " + name + " })");
        }
    }

    /** The command of a point as a shell is given it, with the values in {@link #environment}. */
    public static Optional<String> script(Values point) {
        return of(point).map(command -> text(point, command));
    }

    /** A variable within double quotes, in such of its own or in arithmetic: so none is split, or read as code. */
    private static String text(Values point, String command) {
        StringBuilder text = new StringBuilder();
        Matcher braces = BRACES.matcher(command);
        Quotes quotes = new Quotes();
        int end = 0;
        while (braces.find()) {
            quotes.read(command, end, braces.start());
            text.append(command, end, braces.start()).append(quotes.around(braces.toMatchResult(), point));
            end = braces.end();
        }
        return text.append(command, end, command.length()).toString();
    }

    /** Where in a shell's text one is. */
    private static final class Quotes {
        private static final char ARITHMETIC = '+';
        private static final String BEGINS_WORD = " \t\n;|&()";
        /** What is open, the innermost first: a quote, a comment's #, a command's (, and for $(( two of its own. */
        private final Deque<Character> open = new ArrayDeque<>();

        void read(String text, int from, int to) {
            for (int i = from; i < to; i++) {
                char c = text.charAt(i);
                switch (in()) {
                    case '\'' -> close(c == '\'');
                    case '#' -> close(c == '\n');
                    default -> i += step(text, i, c);
                }
            }
        }

        /** @return how many more characters that were */
        private int step(String text, int i, char c) {
            boolean quoted = in() == '"';
            if (c == '\\') {
                return 1;
            }
            if (text.startsWith("$((", i)) {
                open.push(ARITHMETIC);
                open.push(ARITHMETIC);
                return 2;
            }
            if (text.startsWith("$(", i)) {
                open.push('(');
                return 1;
            }
            if (c == '"' || c == '`') {
                if (in() == c) {
                    open.pop();
                } else {
                    open.push(c);
                }
            } else if (!quoted && c == '(') {
                open.push(in() == ARITHMETIC ? ARITHMETIC : c);
            } else if (c == ')') {
                close(in() == '(' || in() == ARITHMETIC);
            } else if (!quoted && (c == '\'' || c == '#' && in() != ARITHMETIC && (i == 0
                    || BEGINS_WORD.indexOf(text.charAt(i - 1)) >= 0))) {
                open.push(c);
            }
            return 0;
        }

        /** The innermost that is open; 0 for none. */
        private char in() {
            return open.isEmpty() ? 0 : open.peek();
        }

        private void close(boolean ends) {
            if (ends) {
                open.pop();
            }
        }

        String around(MatchResult braces, Values point) {
            if (in() == '\'') {
                throw new InvalidInputException(COMMAND.name() + ": " + braces.group() + " stands within single "
                        + "quotes, where a shell puts no value; use double quotes");
            }
            if (in() == ARITHMETIC && Setting.tag("", value("", point, braces.group(1))).number() == null) {
                throw new InvalidInputException(COMMAND.name() + ": " + braces.group() + " stands within $((, which a "
                        + "shell computes, and its value is no number");
            }
            String variable = "${" + variable(braces.group(1)) + "}";
            return in() == '"' || in() == ARITHMETIC ? variable : "\"" + variable + "\"";
        }
    }

    private static String variable(String name) {
        return VARIABLE + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** The values that a point's command names, by the variables in which it finds them. */
    public static Map<String, String> environment(String target, Values point) {
        Map<String, String> environment = new LinkedHashMap<>();
        of(point).ifPresent(command -> names(command).forEach(name -> environment.put(variable(name),
                value(target, point, name))));
        return environment;
    }

    private static String value(String target, Values point, String name) {
        return name.equals(TARGET) ? target : point.text(point.params().find(name).param());
    }

    /** The command of a point with its values, as one would type it. */
    public static Optional<String> shown(String target, Values point) {
        return of(point).map(command -> BRACES.matcher(command).replaceAll(found -> Matcher.quoteReplacement(
                ShellCommand.word(value(target, point, found.group(1))))));
    }

    /** The commands among recorded settings. */
    public static List<String> commands(Iterable<Setting> settings) {
        List<String> commands = new ArrayList<>();
        settings.forEach(s -> {
            if (s.name().equals(COMMAND.name()) && COMMAND.parse(s.text()) != null) {
                commands.add(s.text());
            }
        });
        return commands;
    }
}
