package dev.tidemark.bench.server;

import module java.base;
import dev.tidemark.bench.support.Rounds;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.ScanParams;

/** Redis, Jedis and {@code redis-benchmark}. */
final class RedisContest implements Contest {

    private static final String PROGRAM = "redis-benchmark";

    private final ServerAddress place;
    private byte[][] keys;
    private final boolean program;

    RedisContest(ServerAddress place) throws Exception {
        this.place = place;
        program = Peer.isThere(PROGRAM);
    }

    @Override
    public String driver() {
        return "redis";
    }

    @Override
    public Map<String, String> settings() {
        return Map.of();
    }

    @Override
    public List<Cell> cells() {
        return List.of(new Cell(1, 1), new Cell(16, 1), new Cell(1, 32), new Cell(4, 1, 0));
    }

    private Jedis connect() throws Exception {
        return new Jedis(new HostAndPort(place.host(), place.port()),
                DefaultJedisClientConfig.builder().password(place.password()).build());
    }

    /** Our keys are found by the length that all of them have; the program gets some of its own. */
    @Override
    public void prepare(int count, int valueSize) throws Exception {
        List<byte[]> found = new ArrayList<>();
        try (Jedis jedis = connect()) {
            byte[] cursor = ScanParams.SCAN_POINTER_START_BINARY;
            do {
                var page = jedis.scan(cursor, new ScanParams().match("tidemark:0:*").count(1000), "string".getBytes());
                found.addAll(page.getResult());
                cursor = page.getCursorAsBytes();
            } while (!Arrays.equals(cursor, ScanParams.SCAN_POINTER_START_BINARY));
            if (found.size() < count) {
                throw new IllegalStateException(found.size() + " keys were found instead of " + count);
            }
        }
        keys = found.toArray(byte[][]::new);
        if (program) {
            Peer.run(Map.of(), command("-t", "set", "-P", "32", "-n", "" + 10 * count, "-r", "" + count, "-d",
                    "" + valueSize));
        }
    }

    private List<String> command(String... more) throws Exception {
        List<String> all = new ArrayList<>(List.of(PROGRAM, "-h", place.host(), "-p", "" + place.port(), "-a",
                place.password(), "--csv"));
        all.addAll(List.of(more));
        return all;
    }

    @Override
    public BareClient open() throws Exception {
        Jedis jedis = connect();
        return new BareClient() {
            @Override
            public void get(long[] chosen) {
                if (chosen.length == 1) {
                    check(jedis.get(keys[(int) chosen[0]]));
                } else {
                    together(chosen);
                }
            }

            @Override
            public void put(long key, byte[] value) {
                jedis.set(keys[(int) key], value);
            }

            private void together(long[] chosen) {
                Pipeline pipeline = jedis.pipelined();
                List<Response<byte[]>> answers = new ArrayList<>(chosen.length);
                for (long key : chosen) {
                    answers.add(pipeline.get(keys[(int) key]));
                }
                pipeline.sync();
                answers.forEach(answer -> check(answer.get()));
            }

            @Override
            public void close() {
                jedis.close();
            }
        };
    }

    private static void check(byte[] value) {
        if (value == null) {
            throw new IllegalStateException("a key is not there");
        }
    }

    @Override
    public Map<String, Rounds.Turn> peers(Cell cell, int count, int seconds) {
        return program && cell.readPercent() == 100 ? Map.of(PROGRAM, () -> measured(cell, count, seconds)) : Map.of();
    }

    /** It counts gets, not time: a first short run tells how many. */
    private double[] measured(Cell cell, int count, int seconds) throws Exception {
        double rate = measured(cell, count, 20_000L * cell.depth())[0];
        return measured(cell, count, (long) (rate * seconds));
    }

    private double[] measured(Cell cell, int count, long gets) throws Exception {
        Peer.ProgramOutput output =
                Peer.run(Map.of(), command("-t", "get", "-c", "" + cell.workers(), "-P", "" + cell.depth(),
                "-n", "" + gets, "-r", "" + count));
        String line = output.text().lines().filter(l -> l.startsWith("\"GET\"")).findFirst().orElseThrow();
        double[] figures = Arrays.stream(line.replace("\"", "").split(",")).skip(1).mapToDouble(Double::parseDouble)
                .toArray();
        return new double[] {figures[0], figures[1] * 1e3, figures[3] * 1e3, figures[5] * 1e3,
                output.processor() / gets * 1e6};
    }
}
