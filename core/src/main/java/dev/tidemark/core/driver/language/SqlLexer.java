package dev.tidemark.core.driver.language;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/** SQL, with what a dialect has of its own. */
public final class SqlLexer implements StatementLexer {

    /** What may stand before a statement's first word: part of a pattern in which a point is any sign, {@code (?s)}. */
    public static final String BEFORE = "(?:\\s++|--[^\n]*\n|/\\*.*?\\*/)*+";

    private static final Pattern DELIMITER = Pattern.compile("(?i)delimiter[ \\t]+(\\S+)[^\\n]*");
    private static final Pattern DOLLAR = Pattern.compile(
            "\\$(?:[A-Za-z_\\x80-\\uffff][A-Za-z0-9_\\x80-\\uffff]*)?\\$");
    private static final Pattern ROUTINE = Pattern.compile("create (or replace )?(function|procedure) .*");
    private static final Pattern TRIGGER = Pattern.compile("(explain )?create (temp |temporary )?trigger .*");
    /** So many words tell what a statement is. */
    private static final int TELLING = 5;

    private final String text;
    private final Set<SqlTrait> traits;
    private String delimiter = ";";
    /** Of the statement that is being read: its first words, in lower case and each with a blank behind it. */
    private String words = "";
    private int count;
    private boolean begun;
    private int parentheses;
    private int bodies;
    /** Of a trigger: 1 behind a semicolon, 2 behind its END, else 0. */
    private int closing;

    public SqlLexer(String text, Set<SqlTrait> traits) {
        this.text = text;
        this.traits = traits;
    }

    private boolean has(SqlTrait trait) {
        return traits.contains(trait);
    }

    private char sign(int at) {
        return at < text.length() ? text.charAt(at) : '\n';
    }

    @Override
    public Token next(int at) {
        char c = text.charAt(at);
        if (Character.isWhitespace(c)) {
            return new Token(Kind.BLANK, blanks(at));
        } else if (text.startsWith(delimiter, at)) {
            return delimiter(at);
        } else if (lineComment(at)) {
            return new Token(Kind.BLANK, lineEnd(at));
        } else if (text.startsWith("/*", at)) {
            return comment(at);
        } else if (has(SqlTrait.DELIMITER) && !begun && (c | ' ') == 'd') {
            Matcher command = DELIMITER.matcher(text).region(at, text.length());
            if (command.lookingAt()) {
                return delimiter(command);
            }
        } else if (c == '\\') {
            return backslash(at);
        }
        begun = true;
        return significant(at, c);
    }

    private Token significant(int at, char c) {
        boolean escapes = (c | ' ') == 'e' && sign(at + 1) == '\'' && has(SqlTrait.ESCAPE_STRINGS);
        boolean quote = escapes || c == '\'' || c == '"' || c == '`' && has(SqlTrait.BACKTICKS);
        if (!quote && isWord(c)) {
            int end = wordEnd(at);
            word(text.substring(at, end).toLowerCase(Locale.ROOT));
            return new Token(Kind.TEXT, end);
        }
        closing = 0;
        if (quote) {
            return new Token(Kind.QUOTED, escapes ? escapeString(at + 1) : quoted(at, c, c != '`' && has(
                    SqlTrait.BACKSLASHES)));
        }
        if (c == '[' && has(SqlTrait.BRACKETS)) {
            return new Token(Kind.QUOTED, found("]", at, 1));
        }
        if (c == '$' && has(SqlTrait.DOLLAR_QUOTES)) {
            Matcher tag = DOLLAR.matcher(text).region(at, text.length());
            if (tag.lookingAt()) {
                return new Token(Kind.QUOTED, found(tag.group(), at, tag.group().length()));
            }
        }
        if (has(SqlTrait.PARENTHESES)) {
            parentheses += c == '(' ? 1 : c == ')' && parentheses > 0 ? -1 : 0;
        }
        return new Token(Kind.TEXT, at + 1);
    }

    private int blanks(int at) {
        int end = at;
        while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private int lineEnd(int at) {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    private boolean lineComment(int at) {
        return has(SqlTrait.MYSQL_COMMENTS) ? text.charAt(at) == '#' || text.startsWith("--", at)
                && (Character.isWhitespace(sign(at + 2)) || Character.isISOControl(sign(at + 2)))
                : text.startsWith("--", at);
    }

    private Token comment(int at) {
        boolean carriedOut = has(SqlTrait.MYSQL_COMMENTS)
                && (text.startsWith("!", at + 2) || text.startsWith("M!", at + 2));
        begun |= carriedOut;
        int depth = 1;
        int end = at + 2;
        while (depth > 0) {
            if (text.startsWith("*/", end)) {
                depth--;
                end += 2;
            } else if (text.startsWith("/*", end) && has(SqlTrait.NESTED_COMMENTS)) {
                depth++;
                end += 2;
            } else if (end++ >= text.length()) {
                throw new InvalidInputException("a comment, /*, does not end");
            }
        }
        return new Token(carriedOut ? Kind.TEXT : Kind.COMMENT, end);
    }

    private Token delimiter(int at) {
        boolean trigger = has(SqlTrait.TRIGGER_BODIES) && TRIGGER.matcher(words).matches();
        if (parentheses > 0 || bodies > 0 || trigger && closing < 2) {
            closing = 1;
            return new Token(Kind.TEXT, at + delimiter.length());
        }
        begin();
        return new Token(Kind.END, at + delimiter.length());
    }

    private Token delimiter(Matcher command) {
        delimiter = command.group(1);
        if (delimiter.contains("\\")) {
            throw new InvalidInputException("a DELIMITER has no backslash");
        }
        return new Token(Kind.END, command.end());
    }

    /** A statement begins. */
    private void begin() {
        words = "";
        count = 0;
        begun = false;
        parentheses = 0;
        bodies = 0;
        closing = 0;
    }

    private Token backslash(int at) {
        if (text.startsWith("\\;", at)) {
            begin();
            return new Token(Kind.JOINT, at + 2);
        }
        if (text.startsWith("\\:", at)) {
            return new Token(Kind.TEXT, at + 2);
        }
        begin();
        if (has(SqlTrait.DELIMITER) && (sign(at + 1) | ' ') == 'g' && !isWord(sign(at + 2))) {
            return new Token(Kind.END, at + 2);
        }
        return new Token(Kind.COMMAND, at + 1);
    }

    /** To behind a mark that is met later on. */
    private int found(String mark, int at, int from) {
        int found = text.indexOf(mark, at + from);
        if (found < 0) {
            throw unended(text.substring(at, at + from));
        }
        return found + mark.length();
    }

    private static InvalidInputException unended(String quote) {
        return new InvalidInputException("a quote, " + quote + ", does not end");
    }

    /** A quote that is doubled stands for itself. */
    private int quoted(int at, char quote, boolean escapes) {
        for (int i = at + 1; i < text.length(); i++) {
            if (text.charAt(i) == quote) {
                if (sign(i + 1) != quote) {
                    return i + 1;
                }
                i++;
            } else if (escapes && text.charAt(i) == '\\') {
                i++;
            }
        }
        throw unended(String.valueOf(quote));
    }

    /** What goes on in another line, perhaps behind comments, goes on with escapes. */
    private int escapeString(int at) {
        int end = at;
        for (int part = at; part >= 0; part = goesOn(end)) {
            end = quoted(part, '\'', true);
        }
        return end;
    }

    /** Where the next part of a text begins; -1 where there is none. */
    private int goesOn(int end) {
        int at = end;
        boolean line = false;
        while (Character.isWhitespace(sign(at)) && at < text.length() || text.startsWith("--", at)) {
            int to = text.startsWith("--", at) ? lineEnd(at) : at + 1;
            line |= text.charAt(at) == '\n';
            at = to;
        }
        return line && sign(at) == '\'' ? at : -1;
    }

    private static boolean isWord(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80;
    }

    /** Digits and dollars within it belong to it. */
    private int wordEnd(int at) {
        int end = at;
        while (end < text.length() && !text.startsWith(delimiter, end) && (isWord(text.charAt(end))
                || Character.isDigit(text.charAt(end)) || text.charAt(end) == '$')) {
            end++;
        }
        return end;
    }

    private void word(String word) {
        if (count++ < TELLING) {
            words += word + " ";
        }
        closing = closing == 1 && word.equals("end") ? 2 : 0;
        if (has(SqlTrait.ATOMIC_BODIES) && parentheses == 0 && ROUTINE.matcher(words).matches()) {
            bodies += word.equals("begin") || word.equals("case") && bodies > 0 ? 1
                    : word.equals("end") && bodies > 0 ? -1 : 0;
        }
    }
}
