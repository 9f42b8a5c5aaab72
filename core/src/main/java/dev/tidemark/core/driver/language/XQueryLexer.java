package dev.tidemark.core.driver.language;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * XQuery (https://www.w3.org/TR/xquery-31/, A.2). A semicolon behind a declaration belongs to the prolog; any other
 * ends the query.
 */
public final class XQueryLexer implements StatementLexer {

    /** What is within what. */
    private enum Mode {
        BRACES, TAG, CONTENT, APOSTROPHES, QUOTES, TICKS, CONSTRUCTOR
    }

    private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]+)?");
    /** A name with its prefix; or one with its namespace. */
    private static final Pattern NAME = Pattern.compile("Q\\{[^{}]*\\}[\\p{L}_*][\\p{L}\\p{N}\\p{M}_.\\u00b7-]*"
            + "|[\\p{L}_][\\p{L}\\p{N}\\p{M}_.\\u00b7-]*(?::[\\p{L}_][\\p{L}\\p{N}\\p{M}_.\\u00b7-]*)?");
    /** Behind these a value follows, so that {@code <} begins an element; behind other names it compares. */
    private static final Set<String> OPERATORS = Set.of("after", "and", "ascending", "before", "by", "case", "castable",
            "default", "descending", "div", "else", "eq", "except", "first", "ge", "gt", "idiv", "in", "insert",
            "intersect", "into", "is", "last", "le", "lt", "mod", "ne", "node", "nodes", "or", "otherwise", "return",
            "satisfies", "then", "to", "union", "when", "where", "while", "with");
    /** What is declared before all else. */
    private static final Set<String> SETTERS = Set.of("base-uri", "boundary-space", "construction", "copy-namespaces",
            "decimal-format", "default", "namespace", "ordering", "revalidation");
    private static final Set<String> DECLARED = Set.of("%", "context", "function", "item-type", "option", "private",
            "record", "sequential", "type", "updating", "variable");

    private final String text;
    private final Deque<Mode> within = new ArrayDeque<>();
    /** The first two words or signs of the declaration, or of the query itself; empty while there are none. */
    private String first = "";
    private String second = "";
    /** Whether a value has ended, behind which an operator comes. */
    private boolean operand;

    public XQueryLexer(String text) {
        this.text = text;
    }

    /** Whether what began last is a declaration. */
    boolean isDeclaration() {
        return isSetting() || first.equals("declare") && DECLARED.contains(second);
    }

    /** Whether the query itself has begun, behind all declarations. */
    boolean isBody() {
        return !second.isEmpty() && !isDeclaration();
    }

    /** Whether it is one of those that come before variables and functions. */
    boolean isSetting() {
        return first.equals("declare") && SETTERS.contains(second)
                || first.equals("import") && (second.equals("module") || second.equals("schema"))
                || first.equals("xquery") && (second.equals("version") || second.equals("encoding"))
                || first.equals("module") && second.equals("namespace");
    }

    @Override
    public Token next(int at) {
        return switch (within.peek()) {
            case null -> expression(at);
            case BRACES -> expression(at);
            case TAG -> tag(at);
            case CONTENT -> content(at);
            case APOSTROPHES -> template(at, '\'');
            case QUOTES -> template(at, '"');
            case TICKS -> template(at, '`');
            case CONSTRUCTOR -> constructor(at);
        };
    }

    private Token expression(int at) {
        char c = text.charAt(at);
        if (Character.isWhitespace(c)) {
            return new Token(Kind.BLANK, blanks(at));
        } else if (text.startsWith("(:", at)) {
            return new Token(Kind.COMMENT, comment(at));
        } else if (c == '\\') {
            return command(at);
        } else if (c == ';' && within.isEmpty()) {
            boolean separates = isDeclaration();
            begin();
            return new Token(separates ? Kind.TEXT : Kind.END, at + 1);
        }
        Token token = significant(at, c);
        if (within.isEmpty() && second.isEmpty()) {
            String word = text.substring(at, token.end());
            second = first.isEmpty() ? "" : word;
            first = first.isEmpty() ? word : first;
        }
        return token;
    }

    private Token significant(int at, char c) {
        Matcher name = NAME.matcher(text).region(at, text.length());
        if (name.lookingAt()) {
            operand = !OPERATORS.contains(name.group());
            return new Token(Kind.TEXT, name.end());
        }
        return switch (c) {
            case '$' -> {
                operand = true;
                yield name.region(at + 1, text.length()).lookingAt() ? new Token(Kind.VARIABLE, name.end())
                        : new Token(Kind.TEXT, at + 1);
            }
            case '"', '\'' -> {
                operand = true;
                yield new Token(Kind.QUOTED, quoted(at, c));
            }
            case '`' -> {
                boolean constructs = text.startsWith("``[", at);
                within.push(constructs ? Mode.CONSTRUCTOR : Mode.TICKS);
                yield new Token(Kind.QUOTED, at + (constructs ? 3 : 1));
            }
            case '<' -> less(at);
            case '{' -> open(at);
            case '}' -> {
                within.poll();
                operand = true;
                yield new Token(Kind.TEXT, at + 1);
            }
            default -> sign(at, c);
        };
    }

    private Token sign(int at, char c) {
        Matcher number = NUMBER.matcher(text).region(at, text.length());
        if (number.lookingAt()) {
            operand = true;
            return new Token(Kind.TEXT, number.end());
        }
        if (text.startsWith("(#", at)) {
            return new Token(Kind.TEXT, found("#)", at));
        }
        operand = c == ')' || c == ']' || c == '.' || c == '*' && !operand;
        return new Token(Kind.TEXT, at + 1);
    }

    private Token open(int at) {
        within.push(Mode.BRACES);
        operand = false;
        return new Token(Kind.TEXT, at + 1);
    }

    /** An element begins, or something is less than another. */
    private Token less(int at) {
        if (!operand && (text.startsWith("<!--", at) || text.startsWith("<?", at))) {
            return marked(at);
        }
        Matcher name = NAME.matcher(text).region(Math.min(at + 1, text.length()), text.length());
        if (!operand && name.lookingAt()) {
            within.push(Mode.TAG);
            return new Token(Kind.QUOTED, name.end());
        }
        operand = false;
        return new Token(Kind.TEXT, at + 1);
    }

    /** A comment, an instruction or a section of characters. */
    private Token marked(int at) {
        operand = true;
        return new Token(Kind.QUOTED, found(text.startsWith("<!--", at) ? "-->" : text.startsWith("<?", at) ? "?>"
                : "]]>", at));
    }

    private Token tag(int at) {
        char c = text.charAt(at);
        if (text.startsWith("/>", at)) {
            within.pop();
            operand = true;
            return new Token(Kind.QUOTED, at + 2);
        } else if (c == '>') {
            within.pop();
            within.push(Mode.CONTENT);
        } else if (c == '"' || c == '\'') {
            within.push(c == '"' ? Mode.QUOTES : Mode.APOSTROPHES);
        }
        return new Token(Kind.QUOTED, at + 1);
    }

    private Token content(int at) {
        if (text.startsWith("</", at)) {
            within.pop();
            operand = true;
            return new Token(Kind.QUOTED, found(">", at));
        } else if (text.startsWith("<!", at) || text.startsWith("<?", at)) {
            return marked(at);
        } else if (text.charAt(at) == '<') {
            operand = false;
            return less(at);
        }
        int end = at;
        while (end < text.length() && text.charAt(end) != '<' && (text.charAt(end) != '{' || text.startsWith("{{", end))) {
            end += text.charAt(end) == '{' ? 2 : 1;
        }
        return end == at ? open(at) : new Token(Kind.QUOTED, end);
    }

    /** The value of an attribute, or a template: a quote or a brace that is doubled stands for itself. */
    private Token template(int at, char quote) {
        for (int end = at; end < text.length(); end++) {
            char c = text.charAt(end);
            if ((c == quote || c == '{') && end + 1 < text.length() && text.charAt(end + 1) == c) {
                end++;
            } else if (c == '{') {
                return end == at ? open(at) : new Token(Kind.QUOTED, end);
            } else if (c == quote) {
                within.pop();
                operand = true;
                return new Token(Kind.QUOTED, end + 1);
            }
        }
        throw unended(String.valueOf(quote));
    }

    private Token constructor(int at) {
        int end = found("]``", at);
        int braces = text.indexOf("`{", at);
        if (braces == at) {
            within.push(Mode.BRACES);
            operand = false;
            return new Token(Kind.QUOTED, at + 2);
        } else if (braces > 0 && braces < end) {
            return new Token(Kind.QUOTED, braces);
        }
        within.pop();
        operand = true;
        return new Token(Kind.QUOTED, end);
    }

    private Token command(int at) {
        if (!within.isEmpty()) {
            throw new InvalidInputException("a command cannot be inside a query: a brace { is not closed");
        }
        begin();
        return new Token(Kind.COMMAND, at + 1);
    }

    /** A declaration begins, or a query. */
    private void begin() {
        first = "";
        second = "";
        operand = false;
    }

    private int blanks(int at) {
        int end = at;
        while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** Comments have comments in them. */
    private int comment(int at) {
        int depth = 1;
        int end = at + 2;
        while (depth > 0) {
            if (text.startsWith(":)", end)) {
                depth--;
                end += 2;
            } else if (text.startsWith("(:", end)) {
                depth++;
                end += 2;
            } else if (end++ >= text.length()) {
                throw new InvalidInputException("a comment, (:, does not end; a value is written $name");
            }
        }
        return end;
    }

    private int quoted(int at, char quote) {
        for (int i = at + 1; i < text.length(); i++) {
            if (text.charAt(i) == quote) {
                if (i + 1 == text.length() || text.charAt(i + 1) != quote) {
                    return i + 1;
                }
                i++;
            }
        }
        throw unended(String.valueOf(quote));
    }

    /** To behind a mark that is met later on. */
    private int found(String mark, int at) {
        int found = text.indexOf(mark, at);
        if (found < 0) {
            throw new InvalidInputException("'" + text.substring(at, Math.min(at + 4, text.length())).strip()
                    + "' begins what does not end with " + mark);
        }
        return found + mark.length();
    }

    private static InvalidInputException unended(String quote) {
        return new InvalidInputException("a quote, " + quote + ", does not end");
    }
}
