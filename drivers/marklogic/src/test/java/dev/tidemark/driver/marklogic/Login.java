package dev.tidemark.driver.marklogic;

import module java.base;
import com.sun.net.httpserver.HttpExchange;

/** Lets a user in: by a challenge (RFC 7616 with MD5 and qop=auth, each count of a nonce once), or by the password. */
final class Login {

    static final String USER = "tidemark";
    static final String PASSWORD = "the right password";
    private static final String REALM = "public";
    private static final Pattern FIELD = Pattern.compile("(\\w+)=(?:\"([^\"]*)\"|([^,\\s]+))");

    private final Map<String, Long> counts = new ConcurrentHashMap<>();
    private final Authentication authentication;

    Login(Authentication authentication) {
        this.authentication = authentication;
    }

    /** Whether it may go on; if not, what it answers is in the headers. */
    boolean letsIn(HttpExchange exchange) {
        String said = exchange.getRequestHeaders().getFirst("Authorization");
        boolean in = said != null && switch (authentication) {
            case BASIC -> said.equals("Basic " + Base64.getEncoder().encodeToString(
                    (USER + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8)));
            case DIGEST -> said.startsWith("Digest ") && isRight(exchange, fields(said));
        };
        if (!in) {
            exchange.getResponseHeaders().set("WWW-Authenticate", challenge());
        }
        return in;
    }

    private String challenge() {
        return switch (authentication) {
            case BASIC -> "Basic realm=\"" + REALM + "\"";
            case DIGEST -> {
                String nonce = HexFormat.of().formatHex(new SecureRandom().generateSeed(16));
                counts.put(nonce, 0L);
                yield "Digest realm=\"%s\", qop=\"auth\", nonce=\"%s\", opaque=\"%s\"".formatted(REALM, nonce,
                        nonce.substring(0, 8));
            }
        };
    }

    private static Map<String, String> fields(String said) {
        Map<String, String> fields = new HashMap<>();
        Matcher matcher = FIELD.matcher(said);
        while (matcher.find()) {
            fields.put(matcher.group(1), matcher.group(2) == null ? matcher.group(3) : matcher.group(2));
        }
        return fields;
    }

    private boolean isRight(HttpExchange exchange, Map<String, String> fields) {
        String nonce = fields.getOrDefault("nonce", "");
        long count = Long.parseLong(fields.getOrDefault("nc", "0"), 16);
        Long last = counts.get(nonce);
        if (last == null || count <= last || !exchange.getRequestURI().toString().equals(fields.get("uri"))) {
            return false;
        }
        String secret = md5(USER + ":" + REALM + ":" + PASSWORD);
        String request = md5(exchange.getRequestMethod() + ":" + fields.get("uri"));
        String expected = md5(String.join(":", secret, nonce, fields.get("nc"), fields.get("cnonce"), fields.get("qop"),
                request));
        boolean right = USER.equals(fields.get("username")) && expected.equals(fields.get("response"))
                && "auth".equals(fields.get("qop"));
        if (right) {
            counts.put(nonce, count);
        }
        return right;
    }

    private static String md5(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(
                    text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
