package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.driver.marklogic.Answer.Refusal;

/** A part of a multipart body (RFC 2046). @param headers by their name in lower case */
record Part(Map<String, String> headers, byte[] content) {

    private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\";]+)\"?");
    private static final Pattern FILE = Pattern.compile("filename=(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^;\\s]+))");
    private static final String END = "\r\n";

    static List<Part> parse(String type, byte[] body) throws Refusal {
        Matcher boundary = BOUNDARY.matcher(type);
        if (!type.startsWith("multipart/mixed") || !boundary.find()) {
            throw malformed("content type " + type);
        }
        // One character for each byte.
        String text = new String(body, StandardCharsets.ISO_8859_1);
        String line = "--" + boundary.group(1);
        if (!text.startsWith(line) || !text.strip().endsWith(line + "--")) {
            throw malformed("no boundary at its beginning and end");
        }
        List<Part> parts = new ArrayList<>();
        int at = line.length();
        while (!text.startsWith("--", at)) {
            int end = text.indexOf(END + line, at);
            if (!text.startsWith(END, at) || end < 0) {
                throw malformed("a part without an end");
            }
            parts.add(part(text.substring(at + END.length(), end)));
            at = end + END.length() + line.length();
        }
        return parts;
    }

    private static Part part(String text) throws Refusal {
        int blank = text.indexOf(END + END);
        if (blank < 0) {
            throw malformed("a part without an empty line");
        }
        Map<String, String> headers = new HashMap<>();
        for (String header : text.substring(0, blank).split(END)) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw malformed("a header without a colon");
            }
            headers.put(header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
        }
        return new Part(headers, text.substring(blank + 2 * END.length()).getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Refusal malformed(String what) {
        return new Refusal(400, "XDMP-MULTIPART", "Invalid multipart body: " + what);
    }

    boolean isMetadata() {
        return headers.getOrDefault("content-disposition", "").contains("category=metadata");
    }

    String type() {
        return headers.getOrDefault("content-type", "");
    }

    String uri() throws Refusal {
        Matcher file = FILE.matcher(headers.getOrDefault("content-disposition", ""));
        if (!headers.getOrDefault("content-disposition", "").startsWith("attachment") || !file.find()) {
            throw malformed("a document without a URI");
        }
        return file.group(1) == null ? file.group(2) : file.group(1).replaceAll("\\\\(.)", "$1");
    }

    static byte[] write(String boundary, List<Part> parts) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append("--").append(boundary).append(END);
            part.headers.forEach((name, value) -> text.append(name).append(": ").append(value).append(END));
            text.append("Content-Length: ").append(part.content.length).append(END).append(END)
                    .append(new String(part.content, StandardCharsets.ISO_8859_1)).append(END);
        }
        return text.append("--").append(boundary).append("--").append(END).toString()
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
