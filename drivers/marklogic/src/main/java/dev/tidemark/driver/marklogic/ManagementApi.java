package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.time.Clock;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import tools.jackson.databind.JsonNode;

/** MarkLogic's Management API, in JSON, and of the Admin API when the server was started. */
final class ManagementApi implements AutoCloseable {

    private static final MediaType JSON = MediaType.get(HttpConnection.JSON);
    private static final int ACCEPTED = 202;
    private static final int NOT_FOUND = 404;
    private static final int FIRST_REFUSAL = 400;
    private static final long LOOK_AGAIN = 100_000_000L;
    /** A restart opens all forests. */
    private static final Duration RESTART = Duration.ofMinutes(5);

    private final ClientFactory factory;
    private final ClientFactory.Made made;

    ManagementApi(ClientFactory factory) {
        this.factory = factory;
        made = factory.management();
    }

    /** A name as it stands in a path. */
    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** @param path below {@code /manage/v2}, with its query */
    JsonNode get(String path) throws Exception {
        String answer = send(request(path).get().build()).body();
        JsonNode read = HttpConnection.parse(answer);
        if (!read.isObject()) {
            throw HttpRefusedException.undocumented("it is no JSON object", answer);
        }
        return read;
    }

    boolean exists(String path) throws Exception {
        try {
            get(path);
            return true;
        } catch (HttpRefusedException e) {
            if (e.status() == NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    void post(String path, Map<String, ?> body) throws Exception {
        send(request(path).post(json(body)).build());
    }

    void delete(String path) throws Exception {
        send(request(path).delete().build());
    }

    /**
     * Sets properties. Where the server restarts for them, it is waited for.
     *
     * @return whether it restarted
     */
    boolean put(String path, Map<String, ?> properties, Clock clock) throws Exception {
        Answer answer = send(request(path).put(json(properties)).build());
        if (answer.status() != ACCEPTED) {
            return false;
        }
        Set<String> before = new TreeSet<>();
        HttpConnection.parse(answer.body()).path("restart").path("last-startup")
                .forEach(host -> before.add(host.path("value").asString("")));
        awaitRestart(before, clock);
        return true;
    }

    private void awaitRestart(Set<String> before, Clock clock) throws Exception {
        long end = clock.nanoTime() + RESTART.toNanos();
        while (!hasRestarted(before)) {
            if (clock.nanoTime() - end > 0) {
                throw new DriverException("the server at " + factory.settings().host() + " did not come back within "
                        + RESTART.toMinutes() + " minutes of its restart");
            }
            clock.sleepUntil(clock.nanoTime() + LOOK_AGAIN);
        }
    }

    /** While it is being started, it answers nothing, or that it cannot. */
    private boolean hasRestarted(Set<String> before) throws Exception {
        made.sockets().requireOpen();
        made.sockets().forget();
        try {
            String now = send(new Request.Builder().url(url(factory.adminPort(), "/admin/v1/timestamp")).get().build())
                    .body().strip();
            return !now.isEmpty() && !before.contains(now) && isManaging();
        } catch (IOException e) {
            return false;
        } catch (HttpRefusedException e) {
            if (e.status() < 500) {
                throw e;
            }
            return false;
        }
    }

    private boolean isManaging() throws Exception {
        get("?format=json");
        return true;
    }

    private HttpUrl url(int port, String path) {
        return HttpUrl.get((factory.settings().tls().isPresent() ? "https" : "http") + "://"
                + factory.settings().at(factory.settings().host(), port).address() + path);
    }

    private Request.Builder request(String path) {
        return new Request.Builder().url(url(factory.managePort(), "/manage/v2" + path))
                .header("Accept", HttpConnection.JSON);
    }

    private static RequestBody json(Map<String, ?> body) {
        return RequestBody.create(HttpConnection.bytes(body), JSON);
    }

    private record Answer(int status, String body) {}

    private Answer send(Request request) throws IOException, HttpRefusedException {
        try (Response response = made.http().newCall(request).execute()) {
            String body = response.body().string();
            if (response.code() >= FIRST_REFUSAL) {
                throw new HttpRefusedException(response.code(), complaint(response.code(), body));
            }
            return new Answer(response.code(), body);
        }
    }

    private static String complaint(int status, String body) {
        String message = HttpConnection.parse(body).path("errorResponse").path("message").asString("").strip();
        return message.isEmpty() || status == 401 ? ClientFactory.complaint(status) : message;
    }

    @Override
    public void close() {
        made.close();
    }
}
