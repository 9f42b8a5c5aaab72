package dev.tidemark.core.driver.language.http;

import module java.base;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.StatementLexer;
import dev.tidemark.core.param.InvalidInputException;

/**
 * Requests as the consoles of OpenSearch and Elasticsearch have them, and as files .http of editors do: a line of
 * method and path, headers in the lines below it, and a body, which ends where the next request or command begins, or
 * at a line that begins with {@code ###}.
 */
public final class HttpLanguage implements StatementLanguage {

    public static final StatementLanguage INSTANCE = new HttpLanguage();

    private static final String METHODS = "GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS";
    private static final String BLANKS = "[ \\t\\r]";
    /** What may stand behind the path. */
    private static final String LINE_END = BLANKS + "*(?:HTTP/[0-9.]+" + BLANKS + "*)?(?:(?<=[ \\t])(?:#|//).*)?";

    /** The line with which a request begins: a usual method and a path, or any and one with a slash in front. */
    static final Pattern REQUEST = Pattern.compile("((?:" + METHODS + ")(?=[ \\t])|[A-Z]{3,20}(?=[ \\t]+/))[ \\t]+"
            + "(\\S+)" + LINE_END);
    /** One below it that says something of it. */
    static final Pattern HEADER = Pattern.compile("([A-Za-z][A-Za-z0-9-_]*):[ \\t]+(.*?)" + BLANKS + "*");

    private static final Pattern SEPARATOR = Pattern.compile("###.*");
    private static final Pattern REMARK = Pattern.compile(BLANKS + "*(?:#|//).*");
    private static final Pattern BLANK = Pattern.compile(BLANKS + "*");
    private static final Pattern COMMAND = Pattern.compile(BLANKS + "*\\\\[A-Za-z].*");
    /** Lines that end a request, of which they are no part. */
    private static final List<Pattern> ENDS = List.of(SEPARATOR, REQUEST, COMMAND);
    private static final Pattern METHOD = Pattern.compile("(?i)(?:" + METHODS + ")[ \\t]+\\S.*");
    private static final String IN_CAPITALS = "; write it as GET /path, the method in capitals and %20 for a blank in the path";
    /** With what a body of JSON begins; a variable may be anything. */
    private static final Pattern JSON = Pattern.compile("\\s*[\\[{\"0-9:tfn" + PLACE + PLACE_AS_WRITTEN + "-].*");
    private static final Pattern URL = Pattern.compile("(?i)[a-z]+://.*|kbn:.*");
    private static final Set<String> OF_CLIENT = Set.of("connection", "content-length", "expect", "host", "upgrade",
            "transfer-encoding");
    /** An author is none. */
    private static final Pattern SECRET = Pattern.compile("(?i).*(auth(?!or)|authori|cookie|key|token|secret|passw|"
            + "credential|session|signature).*");
    private static final Pattern VARIABLE = Pattern.compile("[" + PLACE + PLACE_AS_WRITTEN + "]");
    private static final Set<String> NO_REQUESTS = Set.of("CONNECT", "TRACE");

    private HttpLanguage() {}

    @Override
    public StatementLexer lexer(String text) {
        return new Lexer(text);
    }

    @Override
    public boolean isWords() {
        return true;
    }

    @Override
    public boolean hasQuestionMarks() {
        return true;
    }

    @Override
    public boolean answersJson() {
        return true;
    }

    @Override
    public Optional<Set<String>> columns() {
        return Optional.of(Set.of());
    }

    @Override
    public Optional<String> refuses(String text) {
        String first = text.lines().findFirst().orElse("").strip();
        Matcher request = REQUEST.matcher(first);
        if (!request.matches()) {
            return Optional.of("'" + first + "' is no request" + (METHOD.matcher(first).matches() ? IN_CAPITALS
                    : "; write it as GET /path, and what is sent with it in the lines below"));
        }
        if (NO_REQUESTS.contains(request.group(1))) {
            return Optional.of(request.group(1) + " is no request of this client's");
        }
        if (URL.matcher(request.group(2)).matches()) {
            return Optional.of("'" + request.group(2)
                    + "': a request has a path alone; the server is the target's address");
        }
        return refusesBelow(text.lines().skip(1).toList());
    }

    @Override
    public Optional<String> reveals(String text) {
        return text.lines().skip(1).map(HEADER::matcher).takeWhile(Matcher::matches)
                .filter(header -> isSecret(header.group(1)) && !VARIABLE.matcher(header.group(2)).find()).findFirst()
                .map(header -> header.group(1) + " would be stored and shown; set 'token', or 'user' and 'password', to "
                        + "where it is kept, or have its value in a variable");
    }

    private static Optional<String> refusesBelow(List<String> lines) {
        Body body = Body.JSON;
        int next = 0;
        Matcher header = HEADER.matcher("");
        while (next < lines.size() && header.reset(lines.get(next)).matches()) {
            if (isTheClients(header.group(1))) {
                return Optional.of(header.group(1) + " is written by the client itself; leave the header out");
            }
            body = body.after(header.group(1), header.group(2));
            next++;
        }
        return body == Body.JSON ? refusesJson(lines.subList(next, lines.size())) : Optional.empty();
    }

    /** What looks like a request there is a slip, and not sent with the one before it. */
    private static Optional<String> refusesJson(List<String> lines) {
        boolean first = true;
        boolean within = false; // a text of several lines
        for (String line : lines) {
            boolean counts = !within && !line.isBlank() && !isRemark(line);
            if (counts && METHOD.matcher(line).matches()) {
                return Optional.of("'" + line.strip() + "' is no request" + IN_CAPITALS);
            }
            if (counts && first && !JSON.matcher(line).matches()) {
                return Optional.of("'" + line.strip() + "' is neither a request nor JSON that is sent with one; what is "
                        + "sent else needs a line Content-Type: TYPE below its request");
            }
            first &= !counts;
            within ^= line.split(RequestTemplate.LINES, -1).length % 2 == 0;
        }
        return Optional.empty();
    }

    /** Whether a header says what only the client knows. */
    public static boolean isTheClients(String header) {
        return OF_CLIENT.contains(header.toLowerCase(Locale.ROOT));
    }

    /** Whether a header is one that carries a secret, mostly. */
    public static boolean isSecret(String header) {
        return SECRET.matcher(header).matches();
    }

    /** Whether a line of a body of JSON, or one outside of requests, says something to people. */
    static boolean isRemark(String line) {
        return REMARK.matcher(line).matches();
    }

    /** How values stand in a body. */
    enum Body {
        JSON, FORM, TEXT;

        /** @param type of the content */
        static Body of(String type) {
            String lower = type.toLowerCase(Locale.ROOT);
            return lower.contains("json") ? JSON : lower.contains("x-www-form-urlencoded") ? FORM : TEXT;
        }

        /** As a header says, if it is the one that does. */
        Body after(String name, String value) {
            return name.equalsIgnoreCase("Content-Type") ? of(value) : this;
        }
    }

    /** Reads line by line. */
    private static final class Lexer implements StatementLexer {

        /** What the line at work belongs to. */
        private enum State { BETWEEN, REQUEST, BODY }

        private final String text;
        private State part = State.BETWEEN;
        private Body body = Body.JSON;
        /** Whether a request, or what is none, has begun. */
        private boolean open;
        /** Where its first line ends. */
        private int requestEnd;

        Lexer(String text) {
            this.text = text;
        }

        @Override
        public Token next(int at) {
            if ((at == 0 || text.charAt(at - 1) == '\n') && begins(at)) {
                return new Token(Kind.END, at);
            }
            char c = text.charAt(at);
            if (isBlank(c)) {
                return new Token(Kind.BLANK, blanks(at));
            }
            if (begunAt(at)) {
                String line = line(at);
                if (part == State.BETWEEN && SEPARATOR.matcher(line).matches() || isRemark(line) && remarks()) {
                    return new Token(Kind.BLANK, lineEnd(at));
                }
                if (COMMAND.matcher(line).matches()) {
                    open = false;
                    part = State.BETWEEN;
                    return new Token(Kind.COMMAND, at + 1);
                }
            }
            if (!open) {
                open = true;
                part = State.REQUEST;
                body = Body.JSON;
                requestEnd = lineEnd(at);
            } else if (at < requestEnd && isBlank(text.charAt(at - 1)) && isRemark(text.substring(at, requestEnd))) {
                return new Token(Kind.BLANK, requestEnd);
            }
            return part == State.BODY && body == Body.JSON && c == '"' ? new Token(Kind.QUOTED, quoted(at))
                    : new Token(Kind.TEXT, wordEnd(at));
        }

        private boolean remarks() {
            return part == State.BETWEEN || part == State.BODY && body == Body.JSON;
        }

        /** @return whether a request that is open has ended before this line */
        private boolean begins(int at) {
            String line = line(at);
            if (open && isEnd(at)) {
                open = false;
                part = State.BETWEEN;
                return true;
            }
            if (open && part == State.REQUEST) {
                Matcher header = HEADER.matcher(line);
                if (header.matches()) {
                    body = body.after(header.group(1), header.group(2));
                } else {
                    part = State.BODY;
                }
            }
            return false;
        }

        /** Whether nothing of the request that is open stands in a line and in those behind it. */
        private boolean isEnd(int at) {
            int from = at;
            while (from < text.length()) {
                String line = line(from);
                if (ENDS.stream().anyMatch(end -> end.matcher(line).matches())) {
                    return true;
                }
                if (!BLANK.matcher(line).matches() && !(isRemark(line) && body == Body.JSON)) {
                    return false;
                }
                from = Math.min(lineEnd(from) + 1, text.length());
            }
            return true;
        }

        /** Whether nothing but blanks stands before it in its line. */
        private boolean begunAt(int at) {
            int from = at;
            while (from > 0 && text.charAt(from - 1) != '\n' && isBlank(text.charAt(from - 1))) {
                from--;
            }
            return from == 0 || text.charAt(from - 1) == '\n';
        }

        private static boolean isBlank(char c) {
            return c == ' ' || c == '\t' || c == '\r' || c == '\n';
        }

        private String line(int at) {
            String line = text.substring(at, lineEnd(at));
            return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        }

        private int lineEnd(int at) {
            int end = text.indexOf('\n', at);
            return end < 0 ? text.length() : end;
        }

        /** To the end of the line at most: each begins by itself. */
        private int blanks(int at) {
            int end = at;
            while (end < text.length() && text.charAt(end) != '\n' && isBlank(text.charAt(end))) {
                end++;
            }
            return end == at || end < text.length() && text.charAt(end) == '\n' ? end + 1 : end;
        }

        private int wordEnd(int at) {
            int end = at + 1;
            while (isPlain(text.charAt(at)) && end < text.length() && isPlain(text.charAt(end))) {
                end++;
            }
            return end;
        }

        private static boolean isPlain(char c) {
            return !isBlank(c) && ":\\\"".indexOf(c) < 0;
        }

        private int quoted(int at) {
            boolean lines = text.startsWith(RequestTemplate.LINES, at);
            String quote = lines ? RequestTemplate.LINES : "\"";
            int end = lines ? text.indexOf(quote, at + quote.length()) : stringEnd(at + 1);
            if (end < 0) {
                throw new InvalidInputException("a quote, " + quote + ", does not end" + (lines ? "" : " in its line"));
            }
            return end + quote.length();
        }

        private int stringEnd(int from) {
            for (int i = from; i < lineEnd(from); i++) {
                if (text.charAt(i) == '"') {
                    return i;
                }
                i += text.charAt(i) == '\\' ? 1 : 0;
            }
            return -1;
        }
    }
}
