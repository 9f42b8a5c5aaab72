package dev.tidemark.web.http;

import module java.base;

/**
 * What came with a program's request.
 *
 * @param type its media type, lower case and without parameters; empty where none was said
 * @param text what it says
 */
public record Body(String type, String text) {

    public static final String FORM = "application/x-www-form-urlencoded";
    public static final String JSON = "application/json";
    public static final String YAML = "application/yaml";
    public static final String ZIP = "application/zip";
    public static final String CSV = "text/csv";

    static final Body NOTHING = new Body("", "");

    /** The media type of a header {@code Content-Type}; empty where there is none. */
    static String type(String header) {
        return Optional.ofNullable(header).map(h -> h.split(";", 2)[0].strip().toLowerCase(Locale.ROOT)).orElse("");
    }

    /** What is announced and does not come is the fault of who sends it. */
    private static byte[] bytes(InputStream from) {
        try {
            return from.readNBytes(Form.MOST_BYTES + 1);
        } catch (IOException e) {
            throw new HttpException(400, "the request ended before its body was complete");
        }
    }

    /** @throws HttpException when it is too large, broke off, or is no text in UTF-8 */
    static Body read(String type, InputStream from) {
        byte[] bytes = bytes(from);
        if (bytes.length > Form.MOST_BYTES) {
            throw new HttpException(413, "what was sent is too large: " + Form.MOST_BYTES / 1024 + " kB are the most");
        }
        try {
            return new Body(type, StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            throw new HttpException(400, "what was sent is no text in UTF-8");
        }
    }
}
