package dev.tidemark.cli;

import module java.base;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.Workbench;
import dev.tidemark.cli.support.Version;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.time.Clock;
import dev.tidemark.web.WebOptions;
import dev.tidemark.web.WebServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/**
 * Carries out some harmless command lines without showing what they say, on a store of its own that is gone afterwards.
 * The launcher runs it once after each build, for the JVM to see which classes a start, reports and pages need, and to
 * keep them in its ahead-of-time cache.
 */
public final class AotTraining {

    private static final String EXPERIMENT = """
            label: training
            workload: ingest
            target: 'null'
            set: {documents: 20, warm-up: none}
            vary: {batch-size: [1, 10]}
            plan: {fork: none, repeat: 10}
            """;

    private static final List<String> LINES = List.of("--version", "--help", "ingest --help", "drivers",
            "params ingest", "run FOLDER/training.yaml --html FOLDER/training.html", "list", "show training",
            "report training", "report training --html FOLDER/training.html", "report training --json",
            "defaults show", "target list", "job list", "complete -- re", "complete -- report tr");

    private static final List<String> PAGES = List.of("/", "/reports", "/reports/training", "/compare?with=training",
            "/jobs", "/new", "/status", "/status/data", "/targets");

    private AotTraining() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tidemark-training");
        System.setProperty("java.io.tmpdir", folder.toString()); // it is no run that others would have to wait for
        try {
            Files.writeString(folder.resolve("training.yaml"), EXPERIMENT);
            PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
            for (String line : LINES) {
                Main.execute(nowhere, nowhere, words(line, folder));
            }
            askForPages(folder.resolve("results.db"));
        } finally {
            Directories.delete(folder);
        }
    }

    private static void askForPages(Path store) throws IOException, InterruptedException {
        WebOptions options = new WebOptions("127.0.0.1", 0, false, Optional.empty());
        try (Workbench workbench = Workbench.open(Optional.of(store), Version.number(), Clock.system());
                JobProcessor processor = workbench.jobProcessor();
                WebServer server = WebServer.start(workbench, processor, options, Clock.system(), e -> { });
                HttpClient client = HttpClient.newHttpClient()) {
            for (String page : PAGES) {
                client.send(HttpRequest.newBuilder(URI.create(server.address() + page)).build(),
                        HttpResponse.BodyHandlers.discarding());
            }
        }
    }

    private static String[] words(String line, Path folder) {
        List<String> words = new ArrayList<>(List.of("--store", folder.resolve("results.db").toString()));
        Stream.of(line.split(" ")).map(word -> word.replace("FOLDER", folder.toString())).forEach(words::add);
        return words.toArray(String[]::new);
    }
}
