package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.StatementLexer;
import dev.tidemark.core.driver.language.XQueryLanguage;
import dev.tidemark.core.param.InvalidInputException;

/**
 * JavaScript, of which semicolons are a part: a program ends at a line that has nothing but one. What a script sets is a
 * global variable wherever its name stands.
 */
final class JavaScriptLanguage implements StatementLanguage {

    static final StatementLanguage INSTANCE = new JavaScriptLanguage();

    private JavaScriptLanguage() {}

    @Override
    public StatementLexer lexer(String text) {
        return new Lexer(text);
    }

    @Override
    public boolean namesVariables() {
        return true;
    }

    @Override
    public Optional<Set<String>> columns() {
        return Optional.of(Set.of(XQueryLanguage.COLUMN));
    }

    /** See "Lexical Grammar" of ECMA-262. */
    private static final class Lexer implements StatementLexer {

        private static final Pattern NAME = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}\\p{M}_$]*");
        private static final Pattern REGEX = Pattern.compile("/(?:[^/\\\\\\[\\n]|\\\\.|\\[(?:[^\\]\\\\\\n]|\\\\.)*\\])+/\\w*");
        /** Alone in its line. */
        private static final Pattern END = Pattern.compile(";[ \\t\\r]*(?=\\n|\\z)");
        /** Behind these a value follows, so that a slash begins a regular expression. */
        private static final Set<String> OPERATORS = Set.of("await", "case", "delete", "do", "else", "in", "instanceof", "new",
                "of", "return", "throw", "typeof", "void", "yield");

        private final String text;
        /** Braces that are open: whether each one is within a template. */
        private final Deque<Boolean> braces = new ArrayDeque<>();
        private boolean inTemplate;
        /** Whether a value has ended, behind which an operator comes. */
        private boolean operand;

        Lexer(String text) {
            this.text = text;
        }

        @Override
        public Token next(int at) {
            if (inTemplate) {
                return template(at);
            }
            char c = text.charAt(at);
            if (Character.isWhitespace(c)) {
                return new Token(Kind.BLANK, at + 1);
            } else if (text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                return new Token(Kind.COMMENT, end < 0 ? text.length() : end);
            } else if (text.startsWith("/*", at)) {
                return new Token(Kind.COMMENT, found("*/", at, 2));
            } else if (c == '\\') {
                return command(at);
            }
            Matcher end = END.matcher(text).region(at, text.length());
            if (braces.isEmpty() && isFirst(at) && end.lookingAt()) {
                operand = false;
                return new Token(Kind.END, end.end());
            }
            return significant(at, c);
        }

        private boolean isFirst(int at) {
            return text.substring(text.lastIndexOf('\n', at) + 1, at).isBlank();
        }

        private Token command(int at) {
            if (!braces.isEmpty()) {
                throw new InvalidInputException("a command cannot be inside a program: a brace { is not closed");
            }
            operand = false;
            return new Token(Kind.COMMAND, at + 1);
        }

        private Token significant(int at, char c) {
            Matcher name = NAME.matcher(text).region(at, text.length());
            if (name.lookingAt()) {
                operand = !OPERATORS.contains(name.group());
                return new Token(Kind.VARIABLE, name.end());
            }
            Matcher regex = REGEX.matcher(text).region(at, text.length());
            if (c == '/' && !operand && regex.lookingAt()) {
                operand = true;
                return new Token(Kind.QUOTED, regex.end());
            }
            switch (c) {
                case '"', '\'' -> {
                    operand = true;
                    return new Token(Kind.QUOTED, quoted(at, c));
                }
                case '`' -> {
                    inTemplate = true;
                    return new Token(Kind.QUOTED, at + 1);
                }
                case '{' -> braces.push(false);
                case '}' -> inTemplate = !braces.isEmpty() && braces.pop();
                default -> { }
            }
            operand = c == ')' || c == ']' || Character.isDigit(c);
            return new Token(Kind.TEXT, at + 1);
        }

        private int quoted(int at, char quote) {
            for (int i = at + 1; i < text.length() && text.charAt(i) != '\n'; i++) {
                if (text.charAt(i) == '\\') {
                    i++;
                } else if (text.charAt(i) == quote) {
                    return i + 1;
                }
            }
            throw new InvalidInputException("a quote, " + quote + ", does not end in its line");
        }

        /** To the end of a template, or to what is computed within it. */
        private Token template(int at) {
            for (int i = at; i < text.length(); i++) {
                if (text.charAt(i) == '\\') {
                    i++;
                } else if (text.charAt(i) == '`' || text.startsWith("${", i)) {
                    boolean computes = text.charAt(i) == '$';
                    if (computes) {
                        braces.push(true);
                    }
                    inTemplate = false;
                    operand = !computes;
                    return new Token(Kind.QUOTED, i + (computes ? 2 : 1));
                }
            }
            throw new InvalidInputException("a quote, `, does not end");
        }

        private int found(String mark, int at, int from) {
            int found = text.indexOf(mark, at + from);
            if (found < 0) {
                throw new InvalidInputException("a comment, /*, does not end");
            }
            return found + mark.length();
        }
    }
}
