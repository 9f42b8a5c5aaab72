package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.data.search.QueryLogFormat.Line;
import dev.tidemark.core.os.TextFile;

/**
 * Access logs of web servers: {@code [10/Oct/2026:13:55:36 +0000] "GET /x?q=... HTTP/1.1" 200}. A request may have
 * blanks in it, and quotes, which Apache writes as {@code \"} and nginx as {@code \x22}.
 */
final class AccessRequests implements QueryLogFormat.Parser {

    static final Pattern LINE = Pattern.compile(".*?\\[(\\d\\d/\\w{3}/\\d{4}[^\\]]{0,30})\\] \"(.*)");
    private static final Pattern STATUS = Pattern.compile("\" (\\d{3})(?: .*|$)");
    private static final Pattern REQUEST = Pattern.compile("([A-Z]+) (\\S.*?)(?: HTTP/[\\d.]+)?");
    private static final Pattern ANSWERED = Pattern.compile("2\\d\\d|304");
    private static final Set<String> ASKING = Set.of("GET", "POST");

    @Override
    public Optional<Line> read(String line, boolean whole) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
            throw new IllegalArgumentException("it is no line of " + QueryLogFormat.ACCESS.words());
        }
        QueryTime time = QueryTime.ofAccess(m.group(1));
        String rest = m.group(2);
        int end = end(rest);
        Matcher status = STATUS.matcher(rest).region(end, rest.length());
        Matcher request = REQUEST.matcher(unescaped(rest.substring(0, end)));
        boolean asks = request.matches() && ASKING.contains(request.group(1))
                && (!status.lookingAt() || ANSWERED.matcher(status.group(1)).matches());
        // What a POST has sent besides is not in the log.
        asks &= !whole || request.group(1).equals("GET");
        int at = asks ? request.group(2).indexOf('?') : -1;
        return at < 0 || !RequestParameters.isSearch(request.group(2).substring(0, at)) ? Optional.empty()
                : RequestParameters.query(request.group(2).substring(at + 1), time,
                        whole ? below(request.group(2).substring(0, at)) : null);
    }

    /** Below an index; null where nobody asks it: those who watch a server ask for its state, by paths of its own. */
    private static String below(String path) {
        String below = RequestParameters.below(path);
        return below == null || !RequestParameters.onlyReads(below, "", null) ? null : below;
    }

    /** Where the quote is that ends a request: one that is not escaped, and before a status if there is such a one. */
    private static int end(String text) {
        int first = -1;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == '"') {
                first = first < 0 ? i : first;
                if (STATUS.matcher(text).region(i, text.length()).lookingAt()) {
                    return i;
                }
            }
        }
        if (first < 0) {
            throw new IllegalArgumentException("its request does not end");
        }
        return first;
    }

    /** As it was sent. Bytes that were no characters are, as {@code \xe9}. */
    private static String unescaped(String logged) {
        if (logged.indexOf('\\') < 0) {
            return logged;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < logged.length(); i++) {
            char c = logged.charAt(i);
            if (c != '\\' || i + 1 == logged.length()) {
                int next = logged.offsetByCodePoints(i, 1);
                bytes.writeBytes(logged.substring(i, next).getBytes(StandardCharsets.UTF_8));
                i = next - 1;
            } else if (logged.charAt(i + 1) == 'x') {
                bytes.write(RequestParameters.hex(logged, i + 2));
                i += 3;
            } else {
                char escaped = logged.charAt(++i);
                bytes.write(escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped);
            }
        }
        return TextFile.decode(bytes.toByteArray());
    }
}
