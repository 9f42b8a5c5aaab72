package dev.tidemark.driver.riak;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.Namespace;
import dev.tidemark.core.driver.remote.NamespaceTarget;
import dev.tidemark.core.driver.remote.http.HttpApi;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.param.Values;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import tools.jackson.databind.JsonNode;

/** The requests to one bucket, which is a namespace: its texts are keys in it like all others. */
final class RiakBucket implements Namespace<HttpConnection> {

    private static final String OCTETS = "application/octet-stream";
    private static final List<String> ALL_SIBLINGS = List.of("Accept", "multipart/mixed, */*;q=0.5");
    private static final byte[] NOTHING = {};
    /** Of so many keys that are listed it is asked first whether one is there: keys are listed after their deletion. */
    private static final long SOME = 100;
    /** So many are deleted before others are listed. */
    static final long MANY = 1000;

    private final String path;
    private final String reading;
    private final String writing;
    private final String deleting;
    private final Map<String, Object> properties;
    private final Duration patience;
    private final long page;
    private final Runnable dropped;
    private final LongAdder siblings = new LongAdder();

    /** @param dropped is told when nothing is left */
    RiakBucket(Values values, Runnable dropped) {
        this.dropped = dropped;
        path = RiakParams.path(values);
        patience = values.get(ConnectionParams.OPERATION_TIMEOUT);
        page = values.get(RiakParams.INDEX_PAGE);
        properties = RiakParams.set(values);
        String timeout = "timeout=" + Math.max(1, patience.toMillis());
        reading = query(RiakParams.query(values, RiakParams.R, RiakParams.PR), timeout);
        String quorums = RiakParams.query(values, RiakParams.W, RiakParams.DW, RiakParams.PW);
        writing = query(quorums, values.get(RiakParams.RETURN_BODY) ? "returnbody=true" : "", timeout);
        deleting = query(RiakParams.query(values, RiakParams.R, RiakParams.PR, RiakParams.W, RiakParams.DW,
                RiakParams.PW), timeout);
    }

    private static String query(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("&", "?", ""));
    }

    /** Reads that met siblings. */
    long siblings() {
        return siblings.sum();
    }

    private String at(String key, String query) {
        return path + "/keys/" + key + query;
    }

    private static HttpRefusedException refusal(HttpResponse<byte[]> answer) throws Exception {
        return RiakApi.refusal(answer.statusCode(), HttpConnection.text(answer.body()));
    }

    /** Nothing is there; to something else that is not there Riak says what, such as the bucket type. */
    private static boolean isAbsent(HttpResponse<byte[]> answer) {
        return answer.statusCode() == RiakApi.NOT_FOUND
                && (answer.body().length == 0 || HttpConnection.text(answer.body()).startsWith("not found"));
    }

    RiakObject get(HttpConnection connection, String key) throws Exception {
        HttpResponse<byte[]> answer = connection.answer("GET", at(key, reading), ALL_SIBLINGS, NOTHING, patience);
        if (isAbsent(answer)) {
            return RiakObject.absent(answer.headers());
        }
        return switch (answer.statusCode()) {
            case RiakApi.OK -> RiakObject.of(answer);
            case RiakApi.MULTIPLE_CHOICES -> {
                siblings.increment();
                yield RiakObject.ofSiblings(answer);
            }
            default -> throw refusal(answer);
        };
    }

    /** The same without the value; with it where there are siblings. @return what is there, and the value's size */
    Map.Entry<RiakObject, Integer> head(HttpConnection connection, String key) throws Exception {
        HttpResponse<byte[]> answer = connection.answer("HEAD", at(key, reading), ALL_SIBLINGS, NOTHING, patience);
        if (answer.statusCode() == RiakApi.MULTIPLE_CHOICES) {
            RiakObject chosen = get(connection, key);
            return Map.entry(chosen, chosen.value() == null ? -1 : chosen.value().length);
        }
        if (isAbsent(answer)) {
            return Map.entry(RiakObject.absent(answer.headers()), -1);
        }
        if (answer.statusCode() != RiakApi.OK) {
            throw refusal(answer);
        }
        return Map.entry(RiakObject.of(answer), Math.toIntExact(answer.headers().firstValueAsLong("Content-Length")
                .orElseThrow(() -> HttpRefusedException.undocumented("no Content-Length", ""))));
    }

    /** @param headers beside those that every put has, names and values by turns */
    void put(HttpConnection connection, String key, byte[] value, List<String> headers) throws Exception {
        List<String> all = Stream.concat(Stream.concat(Stream.of("Content-Type", OCTETS), ALL_SIBLINGS.stream()),
                headers.stream()).toList();
        HttpResponse<byte[]> answer = connection.answer("PUT", at(key, writing), all, value, patience);
        switch (answer.statusCode()) {
            case RiakApi.OK, RiakApi.CREATED, RiakApi.NO_CONTENT, RiakApi.MULTIPLE_CHOICES -> { }
            default -> throw refusal(answer);
        }
    }

    /** @return whether it was there */
    boolean delete(HttpConnection connection, String key, List<String> headers) throws Exception {
        HttpResponse<byte[]> answer = connection.answer("DELETE", at(key, deleting), headers, NOTHING, patience);
        if (answer.statusCode() != RiakApi.NO_CONTENT && !isAbsent(answer)) {
            throw refusal(answer);
        }
        return answer.statusCode() == RiakApi.NO_CONTENT;
    }

    /** One page of an index. @param continuation empty for the first one */
    JsonNode query(HttpConnection connection, String index, String from, String to, boolean terms, String continuation)
            throws Exception {
        String address = path + "/index/" + index + "/" + from + "/" + to + query("max_results=" + page,
                terms ? "return_terms=true" : "", continuation.isEmpty() ? ""
                        : "continuation=" + URLEncoder.encode(continuation, StandardCharsets.UTF_8),
                "timeout=" + Math.max(1, patience.toMillis()));
        HttpResponse<byte[]> answer = connection.answer("GET", address, List.of(), NOTHING, patience);
        if (answer.statusCode() != RiakApi.OK) {
            throw refusal(answer);
        }
        JsonNode found = HttpConnection.json(answer.body());
        return HttpConnection.documented(found, found.path(terms ? "results" : "keys").isArray(),
                "no page of an index");
    }

    /** Lists keys as they come, those that were deleted a moment ago among them. @param visitor whether to go on */
    void list(HttpConnection connection, Predicate<String> visitor) throws Exception {
        KeyListing listing = new KeyListing(visitor);
        HttpResponse<byte[]> answer = connection.stream(path + "/keys?keys=stream&timeout=" + HttpApi.LONG.toMillis(),
                info -> info.statusCode() == RiakApi.OK ? listing
                        : BodySubscribers.limiting(BodySubscribers.ofByteArray(), 1 << 16), listing::came);
        if (answer.statusCode() != RiakApi.OK) {
            throw refusal(answer);
        }
    }

    /** The bucket's properties. */
    JsonNode properties(HttpConnection connection) throws Exception {
        JsonNode answer = connection.get(path + "/props");
        return HttpConnection.documented(answer, answer.path("props").isObject(), "no properties of a bucket")
                .path("props");
    }

    private static String text(String name) {
        return "text-" + name;
    }

    @Override
    public boolean exists(HttpConnection connection) throws Exception {
        if (get(connection, text(NamespaceTarget.MARK)).value() != null) {
            return true;
        }
        for (long most = SOME;; most *= 10) {
            List<String> keys = listed(connection, most, "");
            if (isAnyThere(connection, keys)) {
                return true;
            }
            if (keys.size() < most) {
                return false;
            }
        }
    }

    private List<String> listed(HttpConnection connection, long most, String but) throws Exception {
        List<String> keys = new ArrayList<>();
        list(connection, key -> key.equals(but) || keys.add(key) && keys.size() < most);
        return keys;
    }

    /** All replicas are asked: what others have is not to be missed. */
    private boolean isAnyThere(HttpConnection connection, List<String> keys) throws Exception {
        for (String key : keys) {
            HttpResponse<byte[]> answer = connection.answer("HEAD", at(encoded(key), "?r=all"), ALL_SIBLINGS, NOTHING,
                    patience);
            if (answer.statusCode() == RiakApi.OK || answer.statusCode() == RiakApi.MULTIPLE_CHOICES) {
                return true;
            }
            if (!isAbsent(answer)) {
                throw refusal(answer);
            }
        }
        return false;
    }

    /** Of a key that anybody may have made. */
    private static String encoded(String key) {
        return URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void make(HttpConnection connection, String name, String text) throws Exception {
        if (!properties.isEmpty()) {
            connection.exchange("PUT", path + "/props", HttpConnection.JSON,
                    HttpConnection.bytes(Map.of("props", properties)));
        }
        put(connection, text(name), text.getBytes(StandardCharsets.UTF_8), List.of("If-None-Match", "*"));
    }

    /** {@inheritDoc} Riak cannot drop a bucket: each key is deleted, the mark last. */
    @Override
    public void drop(HttpConnection connection) throws Exception {
        String mark = text(NamespaceTarget.MARK);
        boolean more;
        long most = MANY;
        do {
            List<String> keys = listed(connection, most, mark);
            boolean any = false;
            for (String key : keys) {
                any |= delete(connection, encoded(key), List.of());
            }
            more = keys.size() >= most;
            most = any ? most : 10 * most; // else the same that are gone would be listed again
        } while (more);
        try {
            connection.exchange("DELETE", path + "/props", HttpConnection.JSON, NOTHING);
        } catch (HttpRefusedException e) {
            if (e.status() != RiakApi.FORBIDDEN) {
                throw e;
            } // who may not do that has not set them either
        }
        delete(connection, mark, List.of());
        dropped.run();
    }

    @Override
    public Optional<String> text(HttpConnection connection, String name) throws Exception {
        return Optional.ofNullable(get(connection, text(name)).value()).map(HttpConnection::text);
    }

    @Override
    public void put(HttpConnection connection, String name, String text) throws Exception {
        write(connection, name, text.getBytes(StandardCharsets.UTF_8));
    }

    private void write(HttpConnection connection, String name, byte[] value) throws Exception {
        put(connection, text(name), value, context(get(connection, text(name))));
    }

    /** That a write knows of what was read. */
    static List<String> context(RiakObject read) {
        return read.vclock().map(vclock -> List.of(RiakObject.VCLOCK, vclock)).orElse(List.of());
    }

    @Override
    public void remove(HttpConnection connection, String name) throws Exception {
        delete(connection, text(name), context(get(connection, text(name))));
    }
}
