package dev.tidemark.bench.server;

import module java.base;
import dev.tidemark.bench.support.Rounds;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** BaseX's REST service and the JDK's client. */
final class BaseXContest implements Contest {

    private static final int OK = 200;
    private static final int CREATED = 201;

    private final ServerAddress place;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String login;

    BaseXContest(ServerAddress place) {
        this.place = place;
    }

    @Override
    public String driver() {
        return "basex";
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("user", place.user());
    }

    @Override
    public List<Cell> cells() {
        return List.of(new Cell(1, 1), new Cell(4, 1), new Cell(4, 1, 0));
    }

    /** {@inheritDoc} Each is stored for itself when they are made, and is a file. */
    @Override
    public int keys() {
        return 3_000;
    }

    @Override
    public void prepare(int keys, int valueSize) throws Exception {
        login = "Basic " + Base64.getEncoder().encodeToString((place.user() + ":" + place.password())
                .getBytes(StandardCharsets.UTF_8));
    }

    /** Each byte of a key is a name's escape or a letter, as the driver has it. */
    private HttpRequest.Builder at(long key) {
        StringBuilder path = new StringBuilder("http://" + place.host() + ":" + place.port()
                + "/rest/tidemark/keys/0/");
        for (int shift = 56; shift >= 0; shift -= 8) {
            char c = (char) (key >> shift & 0xff);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-';
            path.append(plain ? String.valueOf(c) : String.format("=%02X", (int) c));
        }
        return HttpRequest.newBuilder(URI.create(path.append(".bin").toString())).header("Authorization", login);
    }

    @Override
    public BareClient open() {
        return new BareClient() {
            @Override
            public void get(long[] keys) throws Exception {
                for (long key : keys) {
                    HttpResponse<byte[]> answer = client.send(at(key).build(), BodyHandlers.ofByteArray());
                    if (answer.statusCode() != OK || answer.headers().firstValue("Content-Type").orElse("")
                            .startsWith("application/xml")) {
                        throw new IllegalStateException("key " + key + " is not there");
                    }
                }
            }

            @Override
            public void put(long key, byte[] value) throws Exception {
                int status = client.send(at(key).header("Content-Type", "application/octet-stream")
                        .PUT(BodyPublishers.ofByteArray(value)).build(), BodyHandlers.ofByteArray()).statusCode();
                if (status != CREATED) {
                    throw new IllegalStateException("status " + status);
                }
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public Map<String, Rounds.Turn> peers(Cell cell, int keys, int seconds) {
        return Map.of();
    }
}
