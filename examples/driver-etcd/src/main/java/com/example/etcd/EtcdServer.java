package com.example.etcd;

import module java.base;
import dev.tidemark.core.driver.CommitLimit;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.keys.KeyBytes;
import dev.tidemark.core.driver.remote.keys.KeyServer;
import dev.tidemark.core.driver.support.EngineMeasures;
import tools.jackson.databind.JsonNode;

/** Keys and values of etcd as its JSON has them: in Base64, and numbers as texts; what is empty or 0 is left out. */
final class EtcdServer implements KeyServer<HttpConnection> {

    /** As etcd is configured where nothing is said: --max-txn-ops and --max-request-bytes. */
    private static final CommitLimit LIMIT = new CommitLimit(128, 3 << 19);

    private static String text(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] bytes(JsonNode text) {
        return Base64.getDecoder().decode(text.asString(""));
    }

    private static JsonNode ask(HttpConnection connection, String what, Object request) throws Exception {
        JsonNode answer = connection.send("POST", "/v3/" + what, HttpConnection.JSON, HttpConnection.bytes(request));
        return HttpConnection.documented(answer, answer.has("header"), "there is no header in it");
    }

    private static Map<String, Object> range(byte[] from, byte[] to) {
        return Map.of("key", text(from), "range_end", text(to));
    }

    @Override
    public byte[] get(HttpConnection connection, byte[] key) throws Exception {
        JsonNode found = ask(connection, "kv/range", Map.of("key", text(key))).path("kvs");
        return found.isEmpty() ? null : bytes(found.path(0).path("value"));
    }

    private static Map<String, Object> put(byte[] key, byte[] value) {
        return Map.of("key", text(key), "value", text(value));
    }

    @Override
    public void update(HttpConnection connection, SequencedMap<KeyBytes, byte[]> updates) throws Exception {
        List<Map<String, Object>> all = new ArrayList<>();
        updates.forEach((key, value) -> all.add(value == null
                ? Map.of("request_delete_range", Map.of("key", text(key.bytes())))
                : Map.of("request_put", put(key.bytes(), value))));
        ask(connection, "kv/txn", Map.of("success", all));
    }

    @Override
    public boolean putNew(HttpConnection connection, byte[] key, byte[] value) throws Exception {
        Map<String, Object> isNew = Map.of("key", text(key), "target", "CREATE", "result", "EQUAL",
                "create_revision", "0");
        return ask(connection, "kv/txn", Map.of("compare", List.of(isNew), "success",
                List.of(Map.of("request_put", put(key, value))))).path("succeeded").asBoolean(false);
    }

    @Override
    public int range(HttpConnection connection, byte[] from, byte[] to, int most, Visitor visitor) throws Exception {
        JsonNode found = ask(connection, "kv/range", Map.of("key", text(from), "range_end", text(to), "limit", most))
                .path("kvs");
        for (JsonNode row : found) {
            visitor.visit(bytes(row.path("key")), bytes(row.path("value")));
        }
        return found.size();
    }

    @Override
    public long count(HttpConnection connection, byte[] from, byte[] to) throws Exception {
        return ask(connection, "kv/range", Map.of("key", text(from), "range_end", text(to), "count_only", true))
                .path("count").asLong(0);
    }

    @Override
    public void delete(HttpConnection connection, byte[] from, byte[] to) throws Exception {
        ask(connection, "kv/deleterange", range(from, to));
    }

    @Override
    public String version(HttpConnection connection) throws Exception {
        return "etcd " + connection.get("/version").path("etcdserver").asString("");
    }

    @Override
    public Map<String, Double> gauges(HttpConnection connection) throws Exception {
        return Map.of(EngineMeasures.ON_DISK_SIZE.name(),
                ask(connection, "maintenance/status", Map.of()).path("dbSize").asDouble(0));
    }

    @Override
    public CommitLimit limit() {
        return LIMIT;
    }
}
