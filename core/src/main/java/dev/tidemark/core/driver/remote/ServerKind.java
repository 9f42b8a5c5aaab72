package dev.tidemark.core.driver.remote;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.url.ConnectionUrl;
import dev.tidemark.core.driver.url.UrlForm;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Which of the servers that answer over HTTP stands behind a URL of http or https, found out by asking it what its kind
 * would tell of itself. Only for who sits at this machine: whoever asks a server to ask makes it reach what it can.
 */
public final class ServerKind {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MOST = 1 << 20;

    private ServerKind() {}

    /**
     * The same URL with the scheme of the server's kind; empty where it is no URL of http, or no such kind answers. No
     * redirect is followed: the password goes to nobody else.
     *
     * @param url      without its password
     * @param password the user's, with whom it is asked
     */
    public static Optional<String> detect(String url, Optional<String> password) throws InterruptedException {
        return detect(url, password, PATIENCE);
    }

    /** The same. @param patience how long each answer is waited for, to its end */
    public static Optional<String> detect(String url, Optional<String> password, Duration patience)
            throws InterruptedException {
        Optional<Drivers.Reaching> reached = Drivers.reaching(url);
        if (reached.isEmpty() || !url.regionMatches(true, 0, "http", 0, "http".length())) {
            return Optional.empty();
        }
        Values values = reached.get().driver().params().defaults();
        for (var setting : reached.get().settings().entrySet()) {
            values = values.with(setting.getKey(), setting.getValue(), SettingOrigin.SET);
        }
        ConnectionUrl parts = ConnectionUrl.parse(url);
        String address = values.text(values.params().find(ConnectionParams.ADDRESS).param());
        HttpClient.Builder builder = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(patience);
        TlsSettings.of(values).ifPresent(tls -> builder.sslContext(tls.context()));
        try (HttpClient client = builder.build()) {
            for (var driver : Drivers.all()) {
                Optional<UrlForm> form = driver.url().filter(f -> f.answer().isPresent());
                if (form.isPresent() && form.get().answer().get().matcher(answer(client, request(parts, address,
                        form.get().probePath(), password), patience)).find()) {
                    return Optional.of(renamed(url, parts, address, form.get()));
                }
            }
        }
        return Optional.empty();
    }

    private static HttpRequest request(ConnectionUrl parts, String address, String path, Optional<String> password) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(parts.scheme() + "://" + address + path));
        password.ifPresent(secret -> request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(
                (parts.user() + ":" + secret).getBytes(StandardCharsets.UTF_8))));
        return request.build();
    }

    /** What is answered, and who wants a login; nothing where nobody answers in time, or tells more than such kinds do. */
    private static String answer(HttpClient client, HttpRequest request, Duration patience)
            throws InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> future = client.sendAsync(request,
                BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST));
        try {
            HttpResponse<byte[]> answer = future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return String.join(" ", answer.headers().allValues("WWW-Authenticate")) + " "
                    + new String(answer.body(), StandardCharsets.UTF_8);
        } catch (ExecutionException | TimeoutException e) {
            return "";
        } finally {
            future.cancel(true); // whom the end of the client would wait for
        }
    }

    /** With its port, which the other scheme has another one of, and with TLS as a parameter. */
    private static String renamed(String url, ConnectionUrl parts, String address, UrlForm form) {
        String rest = url.substring(parts.scheme().length() + "://".length());
        int end = rest.split("[/?]", 2)[0].length();
        String login = rest.substring(0, rest.lastIndexOf('@', end) + 1);
        String more = rest.substring(end);
        return form.usualScheme() + "://" + login + address + more + (parts.scheme().equals("https")
                ? (more.contains("?") ? "&" : "?") + ConnectionParams.TLS.name() + "=true" : "");
    }
}
