package dev.tidemark.core.driver.language.http;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.http.HttpLanguage.Body;

/**
 * A request of a script, with places for values.
 *
 * @param path    with its query, behind the target's base path
 * @param headers names, and what stands behind them
 * @param places  how many values it takes
 */
public record RequestTemplate(String method, List<Part> path, List<Header> headers, List<Part> body, int places) {

    /** Stands around a text of several lines in a body of JSON. */
    static final String LINES = "\"\"\"";

    private static final String LEGAL = "-._~!$&'()*+,;=:@/?%";
    private static final String HEX = "0123456789ABCDEF";
    private static final String NUMBER = "-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?";

    /** How a value is written in its place. */
    public enum Writing {
        /** Percent-encoded, as a part of a path, of its query or of a form. */
        ENCODED,
        /** As it stands, but for signs that no URI has. */
        OF_URI,
        /** As JSON: a number, true, false and null bare, all else as a string. */
        JSON,
        /** Within a string of JSON. */
        IN_STRING,
        /** As it stands, in one line. */
        OF_HEADER,
        /** As it stands. */
        PLAIN
    }

    /** A text, or the place of a value. */
    public sealed interface Part {
        record Text(String text) implements Part {}

        record Placeholder(Writing writing) implements Part {}
    }

    /** A header of its own. */
    public record Header(String name, List<Part> value) {}

    /** A value as it comes. @param text null for nothing */
    public record Bound(String text, Kind kind) {

        public enum Kind { NUMBER, TRUTH, TEXT, WRITTEN }
    }

    /** A request as it goes. @param headers names and values by turns */
    public record Request(String path, List<String> headers, byte[] body) {}

    /** @throws DriverException when it is none */
    public static RequestTemplate of(String text) throws DriverException {
        Optional<String> refused = HttpLanguage.INSTANCE.refuses(text);
        if (refused.isPresent()) {
            throw new DriverException(refused.get());
        }
        List<String> lines = List.of(text.replace("\r\n", "\n").split("\n", -1));
        Matcher request = HttpLanguage.REQUEST.matcher(lines.getFirst());
        if (!request.matches()) {
            throw new DriverException("a request begins with a method and a path");
        }
        Parts parts = new Parts(Writing.ENCODED, Writing.OF_URI);
        parts.addAll(request.group(2));
        List<Header> headers = new ArrayList<>();
        Body kind = Body.JSON;
        int next = 1;
        Matcher header = HttpLanguage.HEADER.matcher("");
        while (next < lines.size() && header.reset(lines.get(next)).matches()) {
            kind = kind.after(header.group(1), header.group(2));
            Parts value = new Parts(Writing.OF_HEADER, Writing.OF_HEADER);
            value.addAll(header.group(2));
            headers.add(new Header(header.group(1), value.end()));
            next++;
        }
        boolean records = headers.stream().anyMatch(h -> h.value().toString().contains("ndjson"));
        List<Part> body = body(lines.subList(next, lines.size()), kind, records);
        if (!body.isEmpty() && headers.stream().noneMatch(h -> h.name().equalsIgnoreCase("Content-Type"))) {
            headers.add(new Header("Content-Type", List.of(new Part.Text("application/json"))));
        }
        return new RequestTemplate(request.group(1), parts.end(), List.copyOf(headers), body, (int) text.chars()
                .filter(c -> c == StatementLanguage.PLACE || c == StatementLanguage.PLACE_AS_WRITTEN).count());
    }

    /** Its lines as they stand; in JSON of several, as of several values, the last one ends, too. */
    private static List<Part> body(List<String> lines, Body kind, boolean records) {
        List<String> body = new ArrayList<>(lines);
        while (!body.isEmpty() && body.getLast().isBlank()) {
            body.removeLast();
        }
        while (!body.isEmpty() && body.getFirst().isBlank()) {
            body.removeFirst();
        }
        return switch (kind) {
            case JSON -> json(body, records);
            case FORM -> parts(String.join("\n", body), Writing.ENCODED, Writing.PLAIN);
            case TEXT -> parts(String.join("\n", body), Writing.PLAIN, Writing.PLAIN);
        };
    }

    private static List<Part> parts(String text, Writing places, Writing written) {
        Parts parts = new Parts(places, written);
        parts.addAll(text);
        return parts.end();
    }

    private static List<Part> json(List<String> lines, boolean records) {
        Parts parts = new Parts(Writing.JSON, Writing.PLAIN);
        boolean within = false; // a text of several lines
        int written = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!within && HttpLanguage.isRemark(line)) {
                continue;
            }
            if (written++ > 0) {
                parts.text(within ? "\\n" : "\n");
            }
            within = jsonLine(line, within, parts);
        }
        if (written > 1 || written == 1 && records) {
            parts.text("\n");
        }
        return parts.end();
    }

    /** @return whether the line ends within a text of several */
    private static boolean jsonLine(String line, boolean begun, Parts parts) {
        boolean within = begun;
        boolean string = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (!string && line.startsWith(LINES, i)) {
                within = !within;
                parts.text("\"");
                i += LINES.length() - 1;
            } else if (within) {
                parts.add(c, Writing.IN_STRING, true);
            } else if (string && c == '\\' && i + 1 < line.length()) {
                i++;
                parts.text(line.charAt(i) == ':' ? ":" : "\\" + line.charAt(i));
            } else {
                string ^= c == '"';
                parts.add(c, string ? Writing.IN_STRING : Writing.JSON, false);
            }
        }
        return within;
    }

    /** Gathers texts and places. */
    private static final class Parts {

        private final List<Part> all = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private final Writing places;
        private final Writing written;

        /** @param written how a value in braces is written */
        Parts(Writing places, Writing written) {
            this.places = places;
            this.written = written;
        }

        void addAll(String signs) {
            signs.chars().forEach(c -> add((char) c, places, false));
        }

        void text(String more) {
            text.append(more);
        }

        void add(char c, Writing place, boolean escaped) {
            switch (c) {
                case StatementLanguage.PLACE -> place(place);
                case StatementLanguage.PLACE_AS_WRITTEN -> place(written);
                default -> {
                    if (escaped) {
                        escape(c, text);
                    } else {
                        text.append(c);
                    }
                }
            }
        }

        private void place(Writing writing) {
            endText();
            all.add(new Part.Placeholder(writing));
        }

        private void endText() {
            if (!text.isEmpty()) {
                all.add(new Part.Text(places == Writing.ENCODED && written == Writing.OF_URI ? legal(text.toString())
                        : text.toString()));
                text.setLength(0);
            }
        }

        List<Part> end() {
            endText();
            return List.copyOf(all);
        }
    }

    /** @param values in the order of their places */
    public Request with(List<Bound> values, String base) throws DriverException {
        if (values.size() != places) {
            throw new DriverException("the request has " + places + " places for " + values.size() + " values");
        }
        StringBuilder text = new StringBuilder();
        int used = write(path, values, 0, text);
        String whole = base + (text.indexOf("/") == 0 ? "" : "/") + text;
        List<String> named = new ArrayList<>();
        for (Header header : headers) {
            text.setLength(0);
            used = write(header.value(), values, used, text);
            named.add(header.name());
            named.add(text.toString());
        }
        text.setLength(0);
        write(body, values, used, text);
        return new Request(whole, named, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static int write(List<Part> parts, List<Bound> values, int from, StringBuilder to) throws DriverException {
        int next = from;
        for (Part part : parts) {
            switch (part) {
                case Part.Text written -> to.append(written.text());
                case Part.Placeholder place -> write(values.get(next++), place.writing(), to);
            }
        }
        return next;
    }

    private static void write(Bound value, Writing writing, StringBuilder to) throws DriverException {
        if (value.text() == null && writing != Writing.JSON) {
            throw new DriverException("a value is null where the request needs a text");
        }
        switch (writing) {
            case ENCODED -> encode(value.text(), "-._~", to);
            case OF_URI -> to.append(legal(value.text()));
            case JSON -> json(value, to);
            case IN_STRING -> value.text().chars().forEach(c -> escape((char) c, to));
            case OF_HEADER -> to.append(oneLine(value.text()));
            case PLAIN -> to.append(value.text());
        }
    }

    private static String oneLine(String text) throws DriverException {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new DriverException("a value for a header has more than one line");
        }
        return text;
    }

    /** What others wrote like a number is one. */
    private static void json(Bound value, StringBuilder to) {
        boolean bare = value.text() == null || value.kind() == Bound.Kind.TRUTH
                || value.kind() != Bound.Kind.TEXT && value.text().matches(NUMBER);
        if (bare) {
            to.append(value.text());
            return;
        }
        to.append('"');
        value.text().chars().forEach(c -> escape((char) c, to));
        to.append('"');
    }

    private static void escape(char c, StringBuilder to) {
        switch (c) {
            case '"', '\\' -> to.append('\\').append(c);
            case '\n' -> to.append("\\n");
            case '\r' -> to.append("\\r");
            case '\t' -> to.append("\\t");
            default -> {
                if (c < ' ') {
                    to.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
                } else {
                    to.append(c);
                }
            }
        }
    }

    /** A path or a query as a URI may have it: other signs are percent-encoded, and what is so already stays. */
    public static String legal(String text) {
        StringBuilder to = new StringBuilder();
        encode(text.replaceAll("%(?![0-9A-Fa-f]{2})", "%25"), LEGAL, to);
        return to.toString();
    }

    /** @param stays signs that do so beside letters and digits */
    private static void encode(String text, String stays, StringBuilder to) {
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || stays.indexOf(c) >= 0) {
                to.append(c);
            } else {
                to.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            }
        }
    }
}
