package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import module java.sql;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.CuttableProxy;
import dev.tidemark.driver.contract.MountedDisk;
import dev.tidemark.driver.contract.SharedServer;
import dev.tidemark.store.ResultStore;
import dev.tidemark.testing.ByTurns;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What may befall a server, done to a real PostgreSQL in the middle of a run, or before it. */
@ByTurns(days = 6, heldBy = {"RedisTroubleTest", "PostgresRemoteTest", "PostgresFailuresTest"})
@Timeout(600)
class PostgresTroubleTest {

    private static final String SCHEMA = "tidemark";

    @RegisterExtension
    final MountedDisk disk = new MountedDisk();

    @TempDir
    private Path folder;

    private Program program;
    private Postgres postgres;
    private CompletableFuture<Ran> begun;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void stop() throws Exception {
        program.end(begun);
        if (postgres != null) {
            postgres.stop();
        }
        program.close();
    }

    private static String[] volume(String target, String label, String... more) {
        List<String> line = new ArrayList<>(List.of("volume", "--target", target, "--label", label, "--workers", "2",
                "--key-count", "300", "--value-size", "200B", "--warm-up", "none", "--interval", "200ms", "--mix",
                "get=1,put=1", "--preload", "none", "--keep", "none"));
        line.addAll(List.of(more));
        return line.toArray(String[]::new);
    }

    private Iteration only(String label) {
        assertThat(program.iterations(label)).hasSize(1);
        return program.iterations(label).getFirst();
    }

    private List<OutcomeCount> failures(Iteration iteration) {
        try (ResultStore results = ResultStore.open(program.store())) {
            return results.detail(iteration.id()).outcomes().stream().filter(o -> o.outcome() != Outcome.OK
                    && o.outcome() != Outcome.MISS).toList();
        }
    }

    private static double value(Iteration iteration, String measure) {
        return iteration.value(measure).map(MeasuredValue::number).orElseThrow();
    }

    /** Begins a run and returns when it measures. */
    private void begin(String label, String... line) {
        begun = program.begin(line);
        Program.await("intervals", () -> begun.isDone() || program.iterations(label).stream()
                .anyMatch(i -> program.intervals(i) >= 2));
        assertThat(begun).isNotDone();
    }

    @Test
    void whatIsRefusedBeforehandIsOneLineAndNothingIsLeft() throws Exception {
        postgres = Postgres.shared(program);
        postgres.execute("CREATE ROLE poor LOGIN PASSWORD 'of the poor'");
        List<String> before = postgres.digest();
        postgres.target("wrong", "--password", postgres.secret("wrong", "wrong password"));
        postgres.target("nowhere", "--database", "nowhere");
        postgres.target("poor", "--user", "poor", "--password", postgres.secret("poor", "of the poor"));
        postgres.target("encrypted", "--tls", "true");
        postgres.target("gone", "--address", "127.0.0.1:1");
        requireFailed("wrong", "FATAL: password authentication failed for user \"tidemark\"");
        requireFailed("nowhere", "FATAL: database \"nowhere\" does not exist");
        requireFailed("poor", "permission denied for database " + postgres.database());
        requireFailed("encrypted", "The server does not support SSL.");
        requireFailed("gone", "no connection to 127.0.0.1:1");
        assertThat(postgres.digest()).isEqualTo(before);
    }

    private void requireFailed(String target, String message) {
        Ran ran = program.run(volume(target, "of-" + target, "--duration", "10s"));
        assertThat(ran.status()).as(ran.err()).isEqualTo(ExitStatus.FAILED);
        Iteration failed = only("of-" + target);
        assertThat(failed.state()).isEqualTo(IterationState.FAILED);
        assertThat(failed.verdict()).contains(message).hasLineCount(1);
        assertThat(ran.err()).containsOnlyOnce(message).doesNotContain("\tat ", "wrong password", "of the poor");
    }

    @Thorough("a run of seconds; the contract of remote drivers holds what sessions do without a server")
    @Test
    void aServerThatDiesInTheMiddleMakesTheRunInvalid() throws Exception {
        postgres = Postgres.shared(program);
        begin("dies", volume("postgres", "dies", "--duration", "4s"));
        SharedServer.of("postgres").kill();
        Ran ran = begun.join();
        assertThat(ran.status()).as(ran.err()).isEqualTo(ExitStatus.FAILED);
        Iteration dead = only("dies");
        assertThat(dead.state()).isNotEqualTo(IterationState.DONE);
        SharedServer.of("postgres").start();
        program.run(volume("postgres", "after", "--duration", "none", "--operations", "500")).ok();
        assertThat(postgres.hasSchema(SCHEMA)).isFalse();
    }

    @Thorough("two runs of seconds; the contract of remote drivers holds what sessions do then")
    @Test
    void aConnectionThatIsCutFailsItsOperationsAndTheRestGoesOn() throws Exception {
        postgres = Postgres.shared(program);
        try (CuttableProxy proxy = new CuttableProxy(postgres.address())) {
            postgres.target("far", "--address", proxy.address());
            for (String limit : List.of("0%", "50%")) {
                String label = "cut-" + limit.replace("%", "");
                begin(label, volume("far", label, "--duration", "none", "--operations", "20k", "--failure-limit", limit));
                proxy.cut();
                Ran ran = begun.join();
                Iteration cut = only(label);
                assertThat(failures(cut)).isNotEmpty().allMatch(o -> o.outcome() == Outcome.CONNECTION_LOST
                        && o.reason().contains("the connection to " + proxy.address() + " broke"));
                assertThat(failures(cut).stream().mapToDouble(OutcomeCount::operations).sum())
                        .as("one for each connection").isLessThanOrEqualTo(value(cut, "reconnects"));
                assertThat(cut.state()).isEqualTo(limit.equals("0%") ? IterationState.INVALID : IterationState.DONE);
                assertThat(ran.status()).isEqualTo(limit.equals("0%") ? ExitStatus.FAILED : ExitStatus.DONE);
                assertThat(postgres.hasSchema(SCHEMA)).isFalse();
            }
        }
    }

    @Thorough("a run of seconds; the contract of remote drivers holds what sessions do then")
    @Test
    void aStatementThatDoesNotReturnIsATimeoutAndTheNextGoesOn() throws Exception {
        postgres = Postgres.shared(program);
        long before = waited();
        begin("late", volume("postgres", "late", "--duration", "8s", "--operation-timeout", "1s"));
        try (Connection holder = postgres.connect(); Statement lock = holder.createStatement()) {
            holder.setAutoCommit(false);
            lock.execute("LOCK TABLE tidemark.keyspace_0 IN ACCESS EXCLUSIVE MODE");
            Program.await("somebody to give up", () -> begun.isDone() || waited() > before);
            holder.rollback();
        }
        Ran ran = begun.join();
        Iteration late = only("late");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(late.state()).isEqualTo(IterationState.INVALID);
        assertThat(failures(late)).isNotEmpty().allMatch(o -> o.outcome() == Outcome.TIMEOUT);
        assertThat(postgres.hasSchema(SCHEMA)).isFalse();
    }

    /** How often the server has cancelled a statement. */
    private long waited() {
        try {
            return postgres.log().lines().filter(line -> line.contains("canceling statement due to statement timeout"))
                    .count();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Thorough("a server with a small disk of its own; drivers/postgres holds how failures are told")
    @Test
    void aDiskThatFillsUpIsToldInTheServersWords() throws Exception {
        Path small = disk.mount(folder, "tmpfs", "size=120m,mode=0777");
        postgres = Postgres.started(program, "--directory", small.toString(), "--max-wal-size", "32MiB");
        Ran ran = program.run("ingest", "--target", "postgres", "--label", "full", "--documents", "8k", "--payload",
                "20kB", "--workers", "2", "--batch-size", "10", "--warm-up", "none", "--interval", "1s",
                "--keep", "none");
        Iteration full = only("full");
        assertThat(ran.status()).as(ran.err()).isEqualTo(ExitStatus.FAILED);
        assertThat(full.state()).isNotEqualTo(IterationState.DONE);
        assertThat(failures(full)).anyMatch(o -> o.reason().contains("No space left on device"))
                .allMatch(o -> List.of(Outcome.FAILURE, Outcome.CONNECTION_LOST, Outcome.NO_CONNECTION)
                        .contains(o.outcome()));
        assertThat(program.iterations("full").getFirst().verdict()).hasLineCount(1);
    }

    /** A whole run of everything that a run can do, and the doctor. */
    @Test
    void aUsersOwnDatabaseIsNeverTouched() throws Exception {
        postgres = Postgres.shared(program);
        postgres.fillWithOthers();
        List<String> before = postgres.digest();
        program.run("volume", "--target", "postgres", "--label", "all", "--instances", "2", "--workers", "2",
                "--key-count", "200", "--preload", "100", "--value-size", "200B", "--duration", "none", "--operations",
                "1000", "--warm-up", "none", "--verify", "all", "--index-groups", "20", "--index-days", "50",
                "--scan-length", "5", "--mix", "get=4,head=1,put=2,insert=1,update=2,update-indexed=1,index-query=1,"
                + "group-query=1,scan=1,list-keys=1,delete=1", "--keep", "none").ok();
        program.run("ingest", "--target", "postgres", "--label", "in", "--documents", "500", "--payload", "500B",
                "--batch-size", "10", "--warm-up", "none", "--verify", "all", "--keep", "none").ok();
        program.run("dataset", "create", "small", "--target", "postgres", "--keyspaces", "1", "--documents", "100",
                "--value-size", "512B").ok();
        program.run("dataset", "drop", "small").ok();
        program.run("doctor", "--target", "postgres").ok();
        assertThat(postgres.digest()).isEqualTo(before);
        postgres.target("theirs", "--namespace", "shop");
        requireFailed("theirs", "shop at " + postgres.address() + " was not made by Tidemark");
        assertThat(postgres.digest()).isEqualTo(before);
    }
}
