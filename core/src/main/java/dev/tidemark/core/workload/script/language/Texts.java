package dev.tidemark.core.workload.script.language;

import module java.base;
import dev.tidemark.core.data.search.TermFrequency;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.InvalidInputException;

/** Functions whose arguments are looked at when the script is read. They are not of pgbench. */
final class Texts {

    static final Set<String> NAMES = Set.of("line", "random_timestamp", "term");

    private static final long LONGEST_FILE = 16 << 20;

    private Texts() {}

    /** @throws InvalidInputException when the arguments are not texts that fit */
    static Expression call(String name, List<Expression> arguments, Dictionary dictionary) {
        return switch (name) {
            case "line" -> line(name, arguments);
            case "term" -> new Expression.Line(dictionary.terms(text(name, arguments, 2, 0), TermFrequency.named(text(
                    name, arguments, 2, 1))));
            default -> moment(name, arguments);
        };
    }

    private static String text(String name, List<Expression> arguments, int count, int at) {
        if (arguments.size() != count || !(arguments.get(at) instanceof Expression.Constant constant)
                || constant.value.kind() != ScriptValue.Kind.TEXT) {
            throw new InvalidInputException(name + " takes " + (count == 1 ? "one text" : count + " texts")
                    + " in single quotes");
        }
        return constant.value.text();
    }

    private static Expression line(String name, List<Expression> arguments) {
        String file = text(name, arguments, 1, 0);
        try {
            Path path = Path.of(file);
            List<String> lines = TextFile.read(path, LONGEST_FILE).lines().toList();
            if (lines.isEmpty()) {
                throw new InvalidInputException(name + ": " + file + " is empty");
            }
            return new Expression.Line(lines);
        } catch (TextFile.UnreadableException e) {
            throw new InvalidInputException(name + ": " + file + " " + e.getMessage());
        } catch (IOException | InvalidPathException e) {
            throw new InvalidInputException(name + ": " + file + " cannot be read");
        }
    }

    private static Expression moment(String name, List<Expression> arguments) {
        LocalDateTime from = moment(text(name, arguments, 2, 0));
        LocalDateTime to = moment(text(name, arguments, 2, 1));
        if (to.isBefore(from)) {
            throw new InvalidInputException(name + ": the end comes before the beginning");
        }
        return new Expression.Moment(from, to);
    }

    /** A day is its beginning. */
    private static LocalDateTime moment(String text) {
        try {
            return text.length() == "2026-01-31".length() ? LocalDate.parse(text).atStartOfDay()
                    : LocalDateTime.parse(text.replace(' ', 'T'));
        } catch (DateTimeException e) {
            throw new InvalidInputException("'" + text + "' is no moment; write it as '2026-01-31' or "
                    + "'2026-01-31 23:59:59'");
        }
    }
}
