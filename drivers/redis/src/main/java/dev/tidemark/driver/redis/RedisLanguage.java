package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.StatementLexer;
import dev.tidemark.core.param.InvalidInputException;

/**
 * Commands as redis-cli takes them (sdssplitargs of its sds.c): each is a line of words, and nothing in it is a
 * comment. A semicolon at the end of the line is no part of it. Beyond redis-cli, a line that begins with {@code --} or
 * {@code #} says something to people, and what begins with a quote may go on in the next line.
 */
final class RedisLanguage implements StatementLanguage {

    static final StatementLanguage INSTANCE = new RedisLanguage();

    /** What ends a command and keeps its answer, as on a line of its own. */
    private static final Pattern KEEPS = Pattern.compile("\\\\[ga]set\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._|-]*");
    /** What makes of a connection another one than those who use it next expect. */
    private static final Set<String> CHANGING = Set.of("AUTH", "CLIENT", "HELLO", "QUIT", "RESET", "SELECT");
    /** What is never answered once. */
    private static final Set<String> ENDLESS = Set.of("SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "MONITOR", "SYNC",
            "PSYNC");

    private RedisLanguage() {}

    @Override
    public StatementLexer lexer(String text) {
        return new Lexer(text);
    }

    @Override
    public boolean isWords() {
        return true;
    }

    @Override
    public Optional<Set<String>> columns() {
        return Optional.of(Set.of(RedisStatements.COLUMN));
    }

    @Override
    public Optional<String> refuses(String text) {
        String name = text.strip().split("\\s", 2)[0];
        return NAME.matcher(name).matches() ? refusesCommand(name.toUpperCase(Locale.ROOT))
                : Optional.of("'" + name + "' is no command; each line is one, and goes on in the next within quotes "
                        + "alone");
    }

    /** Why a command cannot be carried out. @param name in capitals */
    static Optional<String> refusesCommand(String name) {
        return ENDLESS.contains(name) ? Optional.of(name + " is not answered once, and is not carried out")
                : CHANGING.contains(name) ? Optional.of(name + " changes the connection, which others use, too, and is "
                        + "not carried out") : Optional.empty();
    }

    static boolean isBlank(char c) {
        return c == ' ' || c >= '\t' && c <= '\r';
    }

    /** Reads lines. */
    private static final class Lexer implements StatementLexer {

        private final String text;
        /** Whether nothing stands before it in its line. */
        private boolean first = true;

        Lexer(String text) {
            this.text = text;
        }

        @Override
        public Token next(int at) {
            char c = text.charAt(at);
            if (c == '\n') {
                first = true;
                return new Token(Kind.END, at + 1);
            } else if (isBlank(c)) {
                return new Token(Kind.BLANK, blanks(at));
            } else if (first && (c == '#' || text.startsWith("--", at))) {
                return new Token(Kind.BLANK, lineEnd(at));
            }
            boolean word = first || isBlank(text.charAt(at - 1));
            if (c == '\\' && word && (first || keeps(at))) {
                return new Token(Kind.COMMAND, at + 1);
            }
            first = false;
            return c == ';' ? semicolon(at) : c == '"' || c == '\'' ? new Token(Kind.QUOTED, quoted(at, c, word))
                    : new Token(Kind.TEXT, wordEnd(at));
        }

        private boolean keeps(int at) {
            return KEEPS.matcher(text).region(at, text.length()).lookingAt();
        }

        private static boolean isPlain(char c) {
            return !isBlank(c) && ":?\\;\"'".indexOf(c) < 0;
        }

        private int lineEnd(int at) {
            int end = text.indexOf('\n', at);
            return end < 0 ? text.length() : end;
        }

        private int blanks(int at) {
            int end = at;
            while (end < text.length() && isBlank(text.charAt(end)) && text.charAt(end) != '\n') {
                end++;
            }
            return end;
        }

        private int wordEnd(int at) {
            int end = at + 1;
            while (isPlain(text.charAt(at)) && end < text.length() && isPlain(text.charAt(end))) {
                end++;
            }
            return end;
        }

        /** One at the end of a line ends its command; within a word it is a sign like others. */
        private Token semicolon(int at) {
            int next = blanks(at + 1);
            if (next == text.length() || text.charAt(next) == '\n' || keeps(next)) {
                return new Token(Kind.END, at + 1);
            }
            if (next > at + 1) {
                throw new InvalidInputException("a line is one command: begin a new line behind ';', or put it in "
                        + "quotes where it belongs to a word");
            }
            return new Token(Kind.TEXT, at + 1);
        }

        /** Only what begins a word goes on behind the end of the line: {@code it's} is a slip. */
        private int quoted(int at, char quote, boolean word) {
            int end = word ? text.length() : lineEnd(at);
            for (int i = at + 1; i < end; i++) {
                char c = text.charAt(i);
                if (c == '\\' && (quote == '"' || i + 1 < end && text.charAt(i + 1) == '\'')) {
                    i++;
                } else if (c == quote) {
                    return closed(i + 1);
                }
            }
            throw new InvalidInputException("a quote, " + quote + ", does not end" + (word ? "" : " in its line"));
        }

        private int closed(int end) {
            if (end < text.length() && !isBlank(text.charAt(end)) && text.charAt(end) != ';') {
                throw new InvalidInputException("behind a closing quote comes a blank, and not '" + text.charAt(end)
                        + "'");
            }
            return end;
        }
    }
}
