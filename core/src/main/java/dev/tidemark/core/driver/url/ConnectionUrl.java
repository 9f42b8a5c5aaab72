package dev.tidemark.core.driver.url;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * A URL taken apart: {@code SCHEME://USER:PASSWORD@HOST:PORT,HOST:PORT/PATH?NAME=VALUE}, each part but the scheme left
 * out at will. {@link java.net.URI} knows neither several hosts nor a password with an @ in it. No complaint repeats a
 * part, since whatever is wrong with a URL may be in its password.
 *
 * @param scheme     in lower case, as {@code postgres} or {@code jdbc:mariadb}
 * @param user       decoded; empty for none
 * @param password   decoded; empty for none
 * @param hosts      in their order; none where none is said
 * @param path       behind the hosts as it is written, with its slash; empty for none
 * @param parameters decoded, in their order
 */
public record ConnectionUrl(String scheme, String user, String password, List<Host> hosts, String path,
        Map<String, String> parameters) {

    /** Stands for a password that is known elsewhere, or asked for. */
    public static final String HIDDEN = "***";

    private static final Pattern SCHEME = Pattern.compile("((?:(?i:jdbc):)?[A-Za-z][A-Za-z0-9+.-]*)://(.*)",
            Pattern.DOTALL);
    private static final Pattern PARTS = Pattern.compile("([^/?#]*)(/[^?#]*)?(?:\\?([^#]*))?(#.*)?");
    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.%a-z]+]|[^:\\[\\]]*)(?::([0-9]*))?");
    private static final Pattern PASSWORD = Pattern.compile("(?i)(?<=[?&])password=([^&#]*)");
    private static final String ESCAPES = "in a name or password / is written %2F, ? %3F, # %23, @ %40 and % %25";

    public ConnectionUrl {
        hosts = List.copyOf(hosts);
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /**
     * One of the hosts.
     *
     * @param name decoded, IPv6 in brackets; empty for none
     * @param port as digits; empty for none
     */
    public record Host(String name, String port) {}

    /** What stands before {@code ://}, in lower case; empty where nothing does. */
    public static Optional<String> schemeOf(String text) {
        Matcher found = SCHEME.matcher(text);
        return found.matches() ? Optional.of(found.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    /** @throws InvalidInputException when the text is no URL */
    public static ConnectionUrl parse(String text) {
        Matcher url = SCHEME.matcher(text);
        if (!url.matches() || text.chars().anyMatch(c -> c <= ' ' || c == 0x7f)) {
            throw new InvalidInputException("a URL is SCHEME://USER@HOST:PORT/PATH, with %20 for a blank");
        }
        Matcher parts = PARTS.matcher(url.group(2));
        if (!parts.matches() || parts.group(4) != null) {
            throw new InvalidInputException("a URL of a target has no #; " + ESCAPES);
        }
        String authority = parts.group(1);
        int at = authority.lastIndexOf('@');
        if (url.group(2).indexOf('@', authority.length()) >= 0) {
            throw new InvalidInputException(ESCAPES);
        }
        String[] login = at < 0 ? new String[] {""} : authority.substring(0, at).split(":", 2);
        return new ConnectionUrl(url.group(1).toLowerCase(Locale.ROOT), decoded(login[0]),
                login.length < 2 ? "" : decoded(login[1]), hosts(authority.substring(at + 1)),
                parts.group(2) == null ? "" : parts.group(2), parameters(parts.group(3)));
    }

    private static List<Host> hosts(String text) {
        List<Host> all = new ArrayList<>();
        for (String one : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            Matcher host = HOST.matcher(one);
            if (!host.matches()) {
                throw new InvalidInputException("a host is written HOST:PORT, several with commas between, and an "
                        + "address of IPv6 in brackets; " + ESCAPES);
            }
            all.add(new Host(decoded(host.group(1)), host.group(2) == null ? "" : host.group(2)));
        }
        return all;
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new InvalidInputException("after the ? comes NAME=VALUE, several with & between them");
            }
            if (all.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1))) != null) {
                throw new InvalidInputException("a parameter after the ? is given twice");
            }
        }
        return all;
    }

    /** A plus stands for itself, as it does in databases' own clients. */
    static String decoded(String text) {
        try {
            String decoded = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
            if (decoded.chars().anyMatch(c -> c < ' ')) {
                throw new InvalidInputException("a URL of a target holds no control characters");
            }
            return decoded;
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("% begins an escape of two hexadecimal digits; " + ESCAPES);
        }
    }

    /**
     * A URL without its password.
     *
     * @param text     as it was written, with {@link #HIDDEN} in the password's place; any other text as it is
     * @param password decoded; empty where there is none
     */
    public record Hidden(String text, Optional<String> password) {

        /** Prints no password. */
        @Override
        public String toString() {
            return text;
        }
    }

    /** Takes the password out of a URL, whether it is one of a database that is known or not. */
    public static Hidden hidden(String text) {
        Matcher url = SCHEME.matcher(text);
        if (!url.matches()) {
            return new Hidden(text, Optional.empty());
        }
        int from = url.start(2);
        Matcher parts = PARTS.matcher(url.group(2));
        String authority = parts.lookingAt() ? parts.group(1) : "";
        int at = from + authority.lastIndexOf('@');
        int colon = text.indexOf(':', from);
        if (at >= from && colon >= 0 && colon + 1 < at) {
            return hidden(text, colon + 1, at);
        }
        Matcher parameter = PASSWORD.matcher(text);
        return parameter.find(from) && !parameter.group(1).isEmpty()
                ? hidden(text, parameter.start(1), parameter.end(1)) : new Hidden(text, Optional.empty());
    }

    private static Hidden hidden(String text, int from, int to) {
        String password = text.substring(from, to);
        return password.equals(HIDDEN) ? new Hidden(text, Optional.empty())
                : new Hidden(text.substring(0, from) + HIDDEN + text.substring(to), Optional.of(decoded(password)));
    }

    /** Tells no password. */
    @Override
    public String toString() {
        return scheme + "://" + hosts;
    }
}
