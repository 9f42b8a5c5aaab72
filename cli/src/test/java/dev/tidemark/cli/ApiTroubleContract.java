package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.driver.contract.SharedServer;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.StoredTarget;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command {@code api} on a real server when something is wrong with it. Whatever that is, people read it in
 * one line, the status says so, and the table has a row for every iteration, so that nobody takes it for whole. All
 * tests share the server.
 */
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
abstract class ApiTroubleContract {

    private static final int ROUNDS = 3;

    private Program program;
    private SharedServer server;
    private CompletableFuture<Ran> begun;

    /** Name of the rig, and of its driver. */
    abstract String rig();

    /** What the server says to whom it does not know. */
    abstract String wrongPassword();

    /** Settings of a database that is not there, and what the server says then. */
    abstract List<String> noDatabase();

    abstract String noDatabaseSaid();

    /** What is said where TLS is asked of a server that speaks none. */
    abstract String noTls();

    /** As long as a server that says nothing to TLS is waited for. */
    String timeForConnecting() {
        return "500ms";
    }

    /** A style that stores document by document, one that stores batches, and a no-op. */
    abstract List<String> styles();

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        program = new Program(folder);
        server = SharedServer.of(rig());
        try (ResultStore results = ResultStore.open(program.store())) {
            results.putTarget(new StoredTarget(rig(), rig(), server.server().target()));
        }
    }

    @AfterAll
    void stop() {
        program.end(begun);
        program.close();
    }

    private String[] api(String label, List<String> more) {
        List<String> line = new ArrayList<>(List.of("api", "--target", rig(), "--label", label, "--documents", "200",
                "--warm-up", "none", "--style", String.join(",", styles())));
        line.addAll(more);
        return line.toArray(String[]::new);
    }

    private static List<String> column(List<List<String>> table, String name) {
        int at = table.getFirst().indexOf(name);
        return table.subList(1, table.size()).stream().map(row -> row.get(at)).toList();
    }

    private void requireToldOnce(String label, String said, String... settings) {
        Ran ran = program.run(api(label, List.of(settings)));
        assertThat(ran.status()).as(ran.err()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.err()).containsOnlyOnce(said).contains("2 more iterations failed for the same reason.",
                "No iteration has finished").doesNotContain("\tat ", "of nobody", "tidemark report");
        List<List<String>> table = ran.table();
        assertThat(column(table, "test")).containsExactlyInAnyOrderElementsOf(styles());
        assertThat(column(table, "state")).containsOnly("failed");
        assertThat(column(table, "reason")).allMatch(reason -> reason.contains(said));
        assertThat(column(table, "elapsed ms")).containsOnly("");
        assertThat(column(table, "docs/sec")).containsOnly("");
    }

    @Test
    void aWrongPasswordIsToldOnce() throws IOException {
        Path wrong = Files.createFile(program.file("wrong"), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rw-------")));
        Files.writeString(wrong, "of nobody");
        requireToldOnce("password", wrongPassword(), "--password", "file:" + wrong);
    }

    @Test
    void aDatabaseThatIsNotThereIsToldOnce() {
        requireToldOnce("database", noDatabaseSaid(), noDatabase().toArray(String[]::new));
    }

    @Test
    void aServerWithoutTlsIsToldOnceAndWithinTheTimeForConnecting() {
        requireToldOnce("tls", noTls(), "--tls", "true", "--connect-timeout", timeForConnecting());
    }

    /** What was done before it is ranked; a row for each iteration that failed is below. */
    @Thorough("many iterations around the end of a server; the other tests hold how failures are told")
    @Test
    void aServerThatIsKilledInTheMiddleLeavesARowForEveryIteration() throws Exception {
        begun = program.begin(api("killed", List.of("--repeat", String.valueOf(ROUNDS))));
        Program.await("an iteration done and the next one", () -> begun.isDone() || program.states("killed")
                .containsAll(List.of(IterationState.DONE, IterationState.RUNNING)));
        assertThat(begun).isNotDone();
        server.kill();
        Ran ran = begun.join();
        server.start();
        assertThat(ran.status()).as(ran.err()).isEqualTo(ExitStatus.FAILED);
        requireEveryIteration(ran.table());
        assertThat(ran.err().lines().filter(line -> line.startsWith("iteration ")).map(ApiTroubleContract::reason))
                .as(ran.err()).isNotEmpty().doesNotHaveDuplicates();
        assertThat(ran.err()).contains("more iterations failed for the same reason.").doesNotContain("\tat ");
    }

    /** Of a line "iteration 3 (style copy) failed: …". */
    private static String reason(String line) {
        return line.substring(line.indexOf(": ") + 2);
    }

    private void requireEveryIteration(List<List<String>> table) {
        List<String> states = column(table, "state");
        assertThat(states).contains("done", "failed");
        assertThat(column(table, "rounds").stream().mapToInt(Integer::parseInt).sum())
                .isEqualTo(ROUNDS * styles().size());
        int counted = 0;
        for (int row = 0; row < states.size(); row++) {
            boolean ranked = states.get(row).equals("done");
            assertThat(column(table, "docs/sec").get(row).isEmpty()).isEqualTo(!ranked);
            assertThat(column(table, "reason").get(row).isEmpty()).isEqualTo(ranked);
            counted += ranked ? Integer.parseInt(column(table, "rounds").get(row)) : 0;
        }
        assertThat(counted).isEqualTo(Collections.frequency(program.states("killed"), IterationState.DONE));
    }
}
