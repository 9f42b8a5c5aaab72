package dev.tidemark.web.http;

import module java.base;

/** What was filled in: names to texts, in the order in which they came. */
public final class Form {

    /** Limits: nothing that a person types comes near them, and what is larger is not read at all. */
    static final int MOST_BYTES = 256 * 1024;
    static final int MOST_FIELDS = 1000;

    private final Map<String, List<String>> fields;

    private Form(Map<String, List<String>> fields) {
        this.fields = fields;
    }

    /**
     * Reads an {@code application/x-www-form-urlencoded} body, or a query of the same form.
     *
     * @throws HttpException when it is too large, or no such text in UTF-8
     */
    static Form read(InputStream body) {
        byte[] bytes = new byte[MOST_BYTES + 1];
        int length = 0;
        for (int n; length < bytes.length && (n = read(body, bytes, length)) >= 0;) {
            length += n;
        }
        if (length > MOST_BYTES) {
            throw tooLarge();
        }
        return parse(utf8(Arrays.copyOf(bytes, length)));
    }

    static int read(InputStream body, byte[] to) {
        return read(body, to, 0);
    }

    /** What is announced and does not come is the fault of who sends it. */
    private static int read(InputStream body, byte[] to, int at) {
        try {
            return body.read(to, at, to.length - at);
        } catch (IOException e) {
            throw new HttpException(400, "the request ended before its body was complete");
        }
    }

    static HttpException tooLarge() {
        return new HttpException(413, "what was sent is too large: a form has " + MOST_BYTES / 1024 + " kB at most");
    }

    /** Nothing filled in. */
    public static Form empty() {
        return new Form(Map.of());
    }

    /** A form that was read or filled in elsewhere. */
    public static Form of(Map<String, List<String>> fields) {
        return new Form(new LinkedHashMap<>(fields));
    }

    static Form parse(String text) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        int count = 0;
        for (String pair : text.isEmpty() ? new String[0] : text.split("&")) {
            if (++count > MOST_FIELDS) {
                throw new HttpException(413, "what was sent has too many fields: a form has " + MOST_FIELDS
                        + " at most");
            }
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            fields.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
        }
        return new Form(fields);
    }

    private static String decoded(String text) {
        try {
            return clean(URLDecoder.decode(text, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw malformed();
        }
    }

    /** Decoders put U+FFFD for bytes that are no UTF-8, and a NUL ends texts in places that are not ours. */
    static String clean(String decoded) {
        if (decoded.indexOf('\uFFFD') >= 0 || decoded.indexOf('\0') >= 0) {
            throw malformed();
        }
        return decoded;
    }

    static String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw malformed();
        }
    }

    static HttpException malformed() {
        return new HttpException(400, "what was sent is no form that can be read");
    }

    /** The text of a field as it was typed; empty when the form has no such field, or it was left blank. */
    public Optional<String> text(String name) {
        return all(name).stream().findFirst().filter(t -> !t.isBlank()).map(Form::lines);
    }

    /** Browsers send lines with CR LF. */
    private static String lines(String text) {
        return text.replace("\r\n", "\n");
    }

    /** @throws HttpException when the field is not there or was left blank */
    public String needed(String name) {
        return text(name).orElseThrow(() -> new HttpException(400, "'" + name + "' is missing"));
    }

    /** A number that a form of ours sends, as an id. */
    public long number(String name) {
        try {
            return Long.parseLong(needed(name));
        } catch (NumberFormatException e) {
            throw new HttpException(400, "'" + name + "' is no number");
        }
    }

    /** All fields with their texts, in the order in which they came. */
    public Map<String, List<String>> fields() {
        return Collections.unmodifiableMap(fields);
    }

    /** Every text of a field that may be there several times. */
    public List<String> all(String name) {
        return fields.getOrDefault(name, List.of());
    }
}
