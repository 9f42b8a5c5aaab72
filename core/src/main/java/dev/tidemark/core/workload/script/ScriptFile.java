package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.workload.script.language.PgbenchParser;

/**
 * What a file holds: one operation, as pgbench has it, or sections that begin with {@code \operation NAME WEIGHT},
 * {@code \setup}, {@code \connect}, {@code \load FILE INTO table(columns)}, {@code \finish NAME} and {@code \teardown}.
 * What stands before the first section belongs to each.
 *
 * @param setUp    empty where there is none
 * @param connect  what is done first on each connection; empty where there is none
 * @param loads    tables that are filled, in this order
 * @param finishes what is done to them then, in this order
 * @param tearDown empty where there is none
 */
record ScriptFile(List<ScriptOperation> operations, Optional<ScriptOperation> setUp, Optional<ScriptOperation> connect,
        List<TableLoad> loads, List<ScriptOperation> finishes, Optional<ScriptOperation> tearDown) {

    private static final Pattern HEAD =
            Pattern.compile("(?s)\\s*\\\\(" + String.join("|", PgbenchParser.SECTIONS) + ")\\b(.*)");
    private static final String NAME = "[A-Za-z][A-Za-z0-9_-]{0,39}";
    private static final Pattern NAMED = Pattern.compile("\\s+(" + NAME + ")(?:\\s+([0-9]{1,6}))?\\s*");

    /** @throws InvalidInputException saying what is wrong and in which line */
    static ScriptFile of(ScriptSource source) {
        return of(source, Optional.empty());
    }

    /** @param given what stands for {@link ScriptSource#TEXT} */
    static ScriptFile of(ScriptSource source, Optional<String> given) {
        return of(new ScriptOperation(source.name(), source.weight(), source.where(), source.text(given)));
    }

    /** @param whole as which the file is one operation, where it has no sections */
    static ScriptFile of(ScriptOperation whole) {
        Sections sections = new Sections(whole.where(), whole.text().split("\n", -1));
        if (sections.none()) {
            return new ScriptFile(List.of(whole), Optional.empty(), Optional.empty(), List.of(), List.of(),
                    Optional.empty());
        }
        sections.read();
        return new ScriptFile(sections.operations.stream().map(o -> o.times(whole.weight())).toList(),
                Optional.ofNullable(sections.once.get("setup")), Optional.ofNullable(sections.once.get("connect")),
                List.copyOf(sections.loads), List.copyOf(sections.finishes),
                Optional.ofNullable(sections.once.get("teardown")));
    }

    /** The files that a text says are read: by {@code \load}, and by its commands. */
    static List<String> files(String text) {
        return Stream.concat(Stream.of(text.split("\n")).map(HEAD::matcher)
                .filter(head -> head.matches() && head.group(1).equals("load"))
                .flatMap(head -> TableLoad.named(head.group(2))), PgbenchParser.files(text).stream()).toList();
    }

    /** Whether it does nothing but its operations. */
    boolean isOperationsAlone() {
        return setUp.isEmpty() && connect.isEmpty() && loads.isEmpty() && finishes.isEmpty() && tearDown.isEmpty();
    }

    /** Reads section by section. */
    private static final class Sections {

        private final String where;
        private final String[] lines;
        private final List<ScriptOperation> operations = new ArrayList<>();
        private final List<TableLoad> loads = new ArrayList<>();
        private final List<ScriptOperation> finishes = new ArrayList<>();
        /** The other sections by their names. */
        private final Map<String, ScriptOperation> once = new HashMap<>();

        Sections(String where, String[] lines) {
            this.where = where;
            this.lines = lines;
        }

        boolean none() {
            return next(0) == lines.length;
        }

        private int next(int from) {
            int line = from;
            while (line < lines.length && !HEAD.matcher(lines[line]).matches()) {
                line++;
            }
            return line;
        }

        void read() {
            int head = next(0);
            String common = String.join("\n", List.of(lines).subList(0, head));
            while (head < lines.length) {
                int end = next(head + 1);
                // As many line breaks as before keep the numbers of the lines that complaints speak of.
                section(head, common + "\n".repeat(head + 1 - lineBreaks(common))
                        + String.join("\n", List.of(lines).subList(head + 1, end)));
                head = end;
            }
            if (operations.isEmpty() && loads.isEmpty()) {
                throw new InvalidInputException(where + ": there is no \\operation in it");
            }
            if (loads.isEmpty() && !finishes.isEmpty()) {
                throw new InvalidInputException(where + ": \\finish comes after a \\load, and there is none");
            }
        }

        private static int lineBreaks(String text) {
            return (int) text.chars().filter(c -> c == '\n').count();
        }

        private void section(int head, String text) {
            Matcher matcher = HEAD.matcher(lines[head]);
            if (!matcher.matches()) {
                throw new IllegalStateException(lines[head]);
            }
            String rest = matcher.group(2);
            switch (matcher.group(1)) {
                case "operation" -> operation(head, rest, text);
                case "load" -> load(head, rest);
                case "finish" -> finish(head, rest, text);
                default -> once(matcher.group(1), head, rest, text);
            }
        }

        private void load(int head, String rest) {
            List<String> below = List.of(lines).subList(head + 1, next(head + 1));
            if (below.stream().anyMatch(line -> !line.isBlank() && !line.strip().startsWith("--"))) {
                throw refused(head, "a \\load is one line; the next section begins behind it");
            }
            try {
                loads.add(TableLoad.of(rest));
            } catch (InvalidInputException e) {
                throw refused(head, "\\load: " + e.getMessage());
            }
        }

        private void finish(int head, String rest, String text) {
            String name = rest.isBlank() ? "finish" : rest.strip();
            if (!name.matches(NAME) || finishes.stream().anyMatch(f -> f.name().equals(name))) {
                throw refused(head, name.matches(NAME) ? "there are two \\finish of one name"
                        : "write it as \\finish or \\finish NAME");
            }
            finishes.add(new ScriptOperation(name, 1, where, text));
        }

        private void once(String section, int head, String rest, String text) {
            boolean first = once.putIfAbsent(section, new ScriptOperation(section, 1, where, text)) == null;
            if (!first || !rest.isBlank()) {
                throw refused(head, "\\" + section + (first ? " stands alone in its line" : " comes twice"));
            }
        }

        private void operation(int head, String rest, String text) {
            Matcher named = NAMED.matcher(rest);
            if (!named.matches()) {
                throw refused(head, "write it as \\operation NAME or \\operation NAME WEIGHT");
            }
            int weight = named.group(2) == null ? 1 : Integer.parseInt(named.group(2));
            if (weight > ScriptSource.LARGEST) {
                throw refused(head, "a weight is 0 to " + ScriptSource.LARGEST);
            }
            operations.add(new ScriptOperation(named.group(1), weight, where, text));
        }

        private InvalidInputException refused(int line, String why) {
            return new InvalidInputException(where + ": line " + (line + 1) + ": " + why);
        }
    }
}
