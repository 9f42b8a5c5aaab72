package dev.tidemark.driver.riak;

import module java.base;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;

/**
 * What is under a key, or was.
 *
 * @param value   null where nothing is
 * @param vclock  of all that was read: what a write says that knows of it
 * @param indexes its entries as headers, names and values by turns
 */
record RiakObject(byte[] value, Optional<String> vclock, List<String> indexes) {

    static final String VCLOCK = "X-Riak-Vclock";
    static final String INDEX = "x-riak-index-";
    private static final Pattern BOUNDARY = Pattern.compile("multipart/mixed; *boundary=\"?([^\";]+)\"?");
    private static final String BLANK = "\r\n\r\n";

    private record Sibling(Instant modified, String tag, boolean deleted, RiakObject object) {}

    static RiakObject absent(HttpHeaders headers) {
        return new RiakObject(null, headers.firstValue(VCLOCK), List.of());
    }

    static RiakObject of(HttpResponse<byte[]> answer) {
        HttpHeaders headers = answer.headers();
        return new RiakObject(answer.body(), headers.firstValue(VCLOCK), entries(headers.map().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, header -> String.join(", ", header.getValue())))));
    }

    private static List<String> entries(Map<String, String> headers) {
        return headers.entrySet().stream().filter(h -> h.getKey().toLowerCase(Locale.ROOT).startsWith(INDEX))
                .flatMap(h -> List.of(h.getKey(), h.getValue()).stream()).toList();
    }

    /** The sibling that was modified last; of one second that with the greatest tag. Deleted ones do not count. */
    static RiakObject ofSiblings(HttpResponse<byte[]> answer) throws HttpRefusedException {
        String text = new String(answer.body(), StandardCharsets.ISO_8859_1);
        Matcher boundary = BOUNDARY.matcher(answer.headers().firstValue("Content-Type").orElse(""));
        if (!boundary.matches()) {
            throw HttpRefusedException.undocumented("no siblings in several parts", text);
        }
        Optional<String> vclock = answer.headers().firstValue(VCLOCK);
        String[] parts = text.split(Pattern.quote("\r\n--" + boundary.group(1)), -1);
        if (parts.length < 3 || !parts[parts.length - 1].startsWith("--")) {
            throw HttpRefusedException.undocumented("its parts have no end", text);
        }
        List<Sibling> siblings = new ArrayList<>();
        for (int i = 1; i < parts.length - 1; i++) {
            siblings.add(sibling(parts[i], vclock));
        }
        return siblings.stream().filter(sibling -> !sibling.deleted())
                .max(Comparator.comparing(Sibling::modified).thenComparing(Sibling::tag)).map(Sibling::object)
                .orElseGet(() -> absent(answer.headers()));
    }

    private static Sibling sibling(String part, Optional<String> vclock) throws HttpRefusedException {
        int blank = part.indexOf(BLANK);
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        part.substring(0, Math.max(0, blank)).lines().map(line -> line.split(": *", 2)).filter(h -> h.length == 2)
                .forEach(h -> headers.merge(h[0], h[1], (one, more) -> one + ", " + more));
        try {
            return new Sibling(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(
                    headers.getOrDefault("Last-Modified", ""))), headers.getOrDefault("Etag", ""),
                    headers.containsKey("X-Riak-Deleted"), new RiakObject(part.substring(blank + BLANK.length())
                            .getBytes(StandardCharsets.ISO_8859_1), vclock, entries(headers)));
        } catch (DateTimeException e) {
            throw HttpRefusedException.undocumented("a sibling without Last-Modified", part);
        }
    }
}
