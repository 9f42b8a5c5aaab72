package dev.tidemark.bench.server;

import module java.base;
import dev.tidemark.core.data.objects.NestedObject;
import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.data.objects.ObjectJson;

/** What pgbench and psql of PostgreSQL's own do to store the same documents into a like table. */
final class StylePeers {

    /** Sends so many inserts of a transaction before it reads an answer. */
    private static final int BATCH = 10;
    private static final Pattern TPS = Pattern.compile("tps = ([0-9.]+)");
    private static final Pattern TIME = Pattern.compile("(?m)^Time: ([0-9.]+) ms");
    private static final String TABLE = "public.tidemark_style_peer";

    private final ServerAddress place;
    private final Path folder;
    private final List<NestedObject> objects;

    StylePeers(ServerAddress place, Path folder, int documents, long seed, int inner) {
        this.place = place;
        this.folder = folder;
        NestedObjects all = new NestedObjects(seed, inner);
        objects = LongStream.range(0, documents).mapToObj(all::object).toList();
    }

    /** A prepared insert for each document, each committed. @return documents per second */
    double[] single() throws Exception {
        return pgbench("\\set id random(1, 9007199254740991)\n" + insert(), objects.size(), 1);
    }

    /** Ten prepared inserts of a transaction in a pipeline. */
    double[] pipelined() throws Exception {
        return pgbench("\\startpipeline\nBEGIN;\n" + ("\\set id random(1, 9007199254740991)\n" + insert()).repeat(BATCH)
                + "COMMIT;\n\\endpipeline\n", objects.size() / BATCH, BATCH);
    }

    private static String insert() {
        return "INSERT INTO " + TABLE + " (id, doc) VALUES (:id, :doc);\n";
    }

    /** One document again and again, since a script has no more; its size is about the mean. */
    private double[] pgbench(String script, int transactions, int each) throws Exception {
        anew();
        Path file = Files.writeString(folder.resolve("peer.sql"), script);
        double mean = objects.stream().mapToInt(o -> ObjectJson.text(o).length()).average().orElseThrow();
        String document = objects.stream().map(ObjectJson::text)
                .min((a, b) -> Double.compare(Math.abs(a.length() - mean),
                Math.abs(b.length() - mean))).orElseThrow();
        Peer.ProgramOutput output =
                run(List.of("pgbench", "-h", place.host(), "-p", "" + place.port(), "-U", place.user(), "-n",
                "-M", "prepared", "-c", "1", "-t", "" + transactions, "-D", "doc=" + document, "-f", file.toString(),
                "postgres"));
        return new double[] {find(TPS, output.text()) * each};
    }

    /** All documents in one COPY. */
    double[] copy() throws Exception {
        anew();
        Path file = folder.resolve("peer.tsv");
        Files.writeString(file, objects.stream().map(o -> o.id() + "\t" + ObjectJson.text(o).replace("\\", "\\\\"))
                .collect(Collectors.joining("\n", "", "\n")));
        Peer.ProgramOutput output = psql("\\timing on\n\\copy " + TABLE + " FROM '" + file + "'\n");
        return new double[] {objects.size() / find(TIME, output.text()) * 1000};
    }

    private void anew() throws Exception {
        psql("DROP TABLE IF EXISTS " + TABLE + ";\nCREATE TABLE " + TABLE
                + " (id bigint PRIMARY KEY, doc jsonb NOT NULL);\n");
    }

    void clean() throws Exception {
        psql("DROP TABLE IF EXISTS " + TABLE + ";\n");
    }

    private Peer.ProgramOutput psql(String script) throws Exception {
        Path file = Files.writeString(folder.resolve("psql.sql"), script);
        List<String> command = new ArrayList<>(List.of("psql", "-h", place.host(), "-p", "" + place.port(), "-U",
                place.user(), "-q", "-v", "ON_ERROR_STOP=1", "-f", file.toString(), "postgres"));
        return run(command);
    }

    private Peer.ProgramOutput run(List<String> command) throws IOException, InterruptedException {
        return Peer.run(Map.of("PGPASSWORD", place.password()), command);
    }

    private static double find(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        double last = Double.NaN;
        while (found.find()) {
            last = Double.parseDouble(found.group(1));
        }
        if (Double.isNaN(last)) {
            throw new IllegalStateException(text);
        }
        return last;
    }
}
