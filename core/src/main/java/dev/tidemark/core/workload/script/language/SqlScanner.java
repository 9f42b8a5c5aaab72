package dev.tidemark.core.workload.script.language;

import dev.tidemark.core.param.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Cuts a script into statements and commands. Semicolons, colons and backslashes within strings, quoted names, dollar
 * quotes and comments mean nothing.
 */
final class SqlScanner {

    /**
     * @param parameters places of its variables
     * @param inline     places of those that are written into it
     */
    record Statement(String text, List<Integer> parameters, List<Integer> inline) {}

    private static final Pattern IN_QUOTES = Pattern.compile("(?<!:):([A-Za-z_][A-Za-z0-9_]*)");

    private final String text;
    private final Variables.Names names;
    private int at;
    private StringBuilder sql = new StringBuilder();
    private List<Integer> parameters = new ArrayList<>();
    private List<Integer> inline = new ArrayList<>();
    private final Set<String> quoted = new HashSet<>();
    private String meta;
    /** Parentheses: a semicolon within them ends nothing. */
    private int open;
    /** Where what was read last begins: a statement, and the command behind it. */
    private int statementAt;
    private int metaAt;

    SqlScanner(String text, Variables.Names names) {
        this.text = text;
        this.names = names;
    }

    /** The line that was reached, from 1. */
    int line() {
        return line(at);
    }

    /** The line in which the statement that was read last begins. */
    int statementLine() {
        return line(statementAt);
    }

    /** The line in which the command behind it begins. */
    int metaLine() {
        return line(metaAt);
    }

    private int line(int place) {
        return 1 + (int) text.substring(0, Math.min(place, text.length())).chars().filter(c -> c == '\n').count();
    }

    /** What was read last, if there was anything but comments. */
    Optional<Statement> statement() {
        String read = sql.toString().strip();
        return read.isEmpty() ? Optional.empty() : Optional.of(new Statement(read, List.copyOf(parameters),
                List.copyOf(inline)));
    }

    /** The command behind it, without its backslash. */
    Optional<String> meta() {
        return Optional.ofNullable(meta);
    }

    /** Reads to the end of a statement, a command or the text. @return whether there was anything */
    boolean next() {
        sql = new StringBuilder();
        parameters = new ArrayList<>();
        inline = new ArrayList<>();
        meta = null;
        open = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (sql.chars().allMatch(Character::isWhitespace)) {
                statementAt = at;
            }
            if (c == ';' && open == 0) {
                at++;
                if (statement().isPresent()) {
                    return true;
                }
            } else if (c != '\\') {
                part(c);
            } else if (!escaped()) {
                metaAt = at;
                meta = command();
                return true;
            }
        }
        return statement().isPresent();
    }

    private void part(char c) {
        if (text.startsWith("--", at)) {
            at = end("\n", at, 0);
        } else if (text.startsWith("/*", at)) {
            at = comment();
            sql.append(' ');
        } else if (c == '\'' || c == '"') {
            copyQuoted(quoted(c));
        } else if (c == '$' && !inName()) {
            copy(dollarQuoted());
        } else if (c == ':') {
            variable();
        } else if (c == '?') {
            sql.append("??");
            at++;
        } else {
            open += c == '(' ? 1 : c == ')' && open > 0 ? -1 : 0;
            sql.append(c);
            at++;
        }
    }

    /** Reads {@code \:}, which is a colon and no variable. */
    private boolean escaped() {
        if (text.startsWith("\\;", at)) {
            throw new InvalidInputException("\\; sends several statements as one, which cannot be done here; end each "
                    + "with ;");
        }
        boolean colon = text.startsWith("\\:", at);
        if (colon) {
            sql.append(':');
            at += 2;
        }
        return colon;
    }

    private void copy(int to) {
        sql.append(text, at, to);
        at = to;
    }

    /** Copies what is quoted; a variable in braces is written into it, too. */
    private void copyQuoted(int to) {
        IN_QUOTES.matcher(text.substring(at, to)).results().forEach(found -> quoted.add(found.group(1)));
        while (at < to) {
            if (text.startsWith(":{", at)) {
                inlined();
            } else {
                sql.append(text.charAt(at++));
            }
        }
    }

    private int end(String mark, int from, int more) {
        int found = text.indexOf(mark, from);
        return found < 0 ? text.length() : found + more;
    }

    private int comment() {
        int depth = 1;
        int i = at + 2;
        while (i < text.length() && depth > 0) {
            boolean opens = text.startsWith("/*", i);
            boolean closes = text.startsWith("*/", i);
            depth += opens ? 1 : closes ? -1 : 0;
            i += opens || closes ? 2 : 1;
        }
        return i;
    }

    /** A doubled quote is two strings side by side, which ends at the same place. */
    private int quoted(char quote) {
        boolean escapes = quote == '\'' && at > 0 && (text.charAt(at - 1) | 0x20) == 'e'
                && (at < 2 || !Character.isLetterOrDigit(text.charAt(at - 2)));
        for (int i = at + 1; i < text.length(); i++) {
            if (text.charAt(i) == quote) {
                return i + 1;
            } else if (escapes && text.charAt(i) == '\\') {
                i++;
            }
        }
        return text.length();
    }

    /** Names may have dollars in them. */
    private boolean inName() {
        return at > 0 && (Character.isLetterOrDigit(text.charAt(at - 1)) || "_$".indexOf(text.charAt(at - 1)) >= 0);
    }

    /** As in {@code $body$ … $body$}; a dollar that begins none is a sign like others. */
    private int dollarQuoted() {
        int i = at + 1;
        while (i < text.length() && (Character.isLetterOrDigit(text.charAt(i)) || text.charAt(i) == '_')) {
            i++;
        }
        boolean tag = i < text.length() && text.charAt(i) == '$' && !Character.isDigit(text.charAt(at + 1));
        return tag ? end(text.substring(at, i + 1), i + 1, i + 1 - at) : at + 1;
    }

    /** What looks like a variable within quotes. */
    Set<String> quoted() {
        return quoted;
    }

    /** Two colons are a cast; braces stand around a variable that is written into the text. */
    private void variable() {
        if (text.startsWith(":{", at)) {
            inlined();
            return;
        }
        if (text.startsWith("::", at) && !text.startsWith("::{", at)) {
            copy(at + 2);
            return;
        }
        int i = at + 1;
        while (i < text.length() && (Character.isLetterOrDigit(text.charAt(i)) || text.charAt(i) == '_')) {
            i++;
        }
        if (i == at + 1 || Character.isDigit(text.charAt(at + 1))) {
            copy(at + 1);
            return;
        }
        parameters.add(names.place(text.substring(at + 1, i)));
        sql.append('?');
        at = i;
    }

    private void inlined() {
        int close = text.indexOf('}', at);
        String name = close < 0 ? "" : text.substring(at + 2, close);
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw new InvalidInputException("':{' without the name of a variable and '}' behind it");
        }
        inline.add(names.place(name));
        sql.append(Command.Sql.INLINE);
        at = close + 1;
    }

    /** To the end of the line; a backslash there joins the next one to it. */
    private String command() {
        StringBuilder command = new StringBuilder();
        at++;
        while (at < text.length() && text.charAt(at) != '\n') {
            boolean joins = text.charAt(at) == '\\' && text.substring(at + 1, end("\n", at, 0)).isBlank();
            if (joins) {
                at = end("\n", at, 1);
                command.append(' ');
            } else {
                command.append(text.charAt(at++));
            }
        }
        return command.toString().strip();
    }
}
