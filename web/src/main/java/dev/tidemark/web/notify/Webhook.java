package dev.tidemark.web.notify;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretRef;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.json.JsonMapper;

/** Sends a notice as JSON to an address. It follows nothing that it is led to. */
final class Webhook implements Channel {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final URI address;
    private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER).build();

    private Webhook(URI address) {
        this.address = address;
    }

    /**
     * @param text an address, or where one is kept that is a secret: {@code env:NAME} or {@code file:PATH}
     * @throws InvalidInputException when it is none; what may be a secret is not repeated
     */
    static Webhook of(String text) {
        boolean secret = text.startsWith("env:") || text.startsWith("file:");
        String url = secret ? SecretRef.parse(text).reveal().strip() : text.strip();
        try {
            URI address = URI.create(url);
            if (address.getHost() != null && ("https".equals(address.getScheme())
                    || "http".equals(address.getScheme()))) {
                return new Webhook(address);
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new InvalidInputException((secret ? "what is kept in " + text : "'" + text + "'")
                + " is no address, as https://example.org/hook");
    }

    /** Without its path, which may be known to nobody else. */
    @Override
    public String name() {
        return address.getScheme() + "://" + address.getAuthority().replaceFirst("^.*@", "");
    }

    @Override
    public void send(Notice notice) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address).timeout(ANSWER).header("User-Agent", "Tidemark")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(MAPPER.writeValueAsString(notice))).build();
        HttpResponse<InputStream> answer = client.send(request, BodyHandlers.ofInputStream());
        answer.body().close(); // what it says is not read: it may never end
        int status = answer.statusCode();
        if (status >= 500 || status == 429 || status == 408) {
            throw new IOException("it answers with status " + status);
        }
        if (status >= 300) {
            throw new RefusedException("it answers with status " + status);
        }
    }
}
