package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.result.IterationState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Agents on a Slurm of two nodes, both of which are this machine. */
@EnabledIfSystemProperty(named = "rigs", matches = "all")
@Timeout(300)
class SlurmTest {

    @TempDir
    private Path folder;
    private Program program;
    private Process cluster;
    private String configuration;
    /** What the nodes have as the program. */
    private Path script;

    @BeforeEach
    void start() throws IOException {
        Assumptions.assumeTrue(Stream.of("slurmctld", "slurmd", "munged").allMatch(p -> Files.isExecutable(
                Path.of("/usr/sbin", p))), "Slurm is not installed");
        program = new Program(folder);
        script = Files.writeString(folder.resolve("tidemark"), "#!/bin/sh\nexec " + program.command().stream()
                .map(ShellCommand::word).collect(Collectors.joining(" ")) + " \"$@\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        cluster = new ProcessBuilder("bash", Path.of("src/test/resources/dev/tidemark/cli/slurm.sh").toString(),
                folder.resolve("slurm").toString(), String.valueOf(freePorts())).redirectError(
                        ProcessBuilder.Redirect.INHERIT).start();
        configuration = cluster.inputReader().readLine();
        assertThat(configuration).as("the cluster stands").isNotNull();
    }

    @AfterEach
    void end() throws IOException {
        if (cluster != null) {
            cluster.getOutputStream().close();
            cluster.onExit().join();
            program.close();
        }
    }

    /** The first of three, where no connection of this machine is given one. */
    private static int freePorts() {
        int first = 20_000 + (int) (ProcessHandle.current().pid() % 2000) * 4;
        return IntStream.iterate(first, port -> port < 30_000, port -> port + 4).filter(port -> IntStream.range(port, port + 3)
                .allMatch(SlurmTest::isFree)).findFirst().orElseThrow();
    }

    private static boolean isFree(int port) {
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return free.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private List<String> ingest(String label, String documents) {
        return program.command("ingest", "--target", "null", "--label", label, "--documents", documents, "--service-time",
                "10ms", "--batch-size", "1", "--workers", "4", "--warm-up", "none", "--interval", "100ms", "--agents",
                "slurm:2:" + script);
    }

    private Process start(List<String> line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line).redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("SLURM_CONF", configuration);
        return builder.start();
    }

    private String slurm(String... line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().put("SLURM_CONF", configuration);
        return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private String err() throws IOException {
        return Files.readString(folder.resolve("err"));
    }

    private void assertBothWorked(String label) throws IOException {
        List<List<String>> shown = program.run("show", label, "--agents").ok().table();
        assertThat(shown).as(err()).hasSize(3);
        assertThat(shown.stream().skip(1).map(row -> row.get(2))).containsExactly("slurm-1", "slurm-2");
        assertThat(shown.stream().skip(1).mapToLong(row -> Long.parseLong(row.get(4))).sum()).isEqualTo(300);
    }

    @Test
    void eachIsAJobOfItsOwn() throws Exception {
        assertThat(start(ingest("jobs", "300")).waitFor()).as(err()).isZero();
        assertBothWorked("jobs");
        assertThat(slurm("squeue", "--noheader")).isEmpty();
    }

    @Test
    void withinAnAllocationEachHasANodeOfIt() throws Exception {
        List<String> line = new ArrayList<>(List.of("salloc", "--quiet", "--nodes=2"));
        line.addAll(ingest("steps", "300"));
        assertThat(start(line).waitFor()).as(err()).isZero();
        assertBothWorked("steps");
    }

    @Test
    void oneThatSlurmEndsIsLost() throws Exception {
        Process main = start(ingest("lost", "20000"));
        awaitLoad("lost");
        slurm("sh", "-c", "scancel $(squeue --noheader --format=%A | sort -n | tail -n 1)");
        assertThat(main.waitFor()).isEqualTo(3);
        assertThat(program.iterations("lost").getFirst().state()).isEqualTo(IterationState.INVALID);
        assertThat(program.iterations("lost").getFirst().verdict()).matches("(?s)agent slurm-[12] was lost at \\d+ s: half "
                + "of the load was not offered \\(.*");
    }

    @Test
    void nothingIsLeftOfOneWhoseCoordinatorDies() throws Exception {
        Process main = start(ingest("dead", "20000"));
        awaitLoad("dead");
        main.destroyForcibly().waitFor();
        Program.await("the end of both jobs", () -> {
            try {
                return slurm("squeue", "--noheader").isEmpty();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void whatSlurmSaysIsTold() throws Exception {
        List<String> line = new ArrayList<>(ingest("nowhere", "300"));
        line.set(line.size() - 1, "slurm:1:/no/such/tidemark");
        assertThat(start(line).waitFor()).isEqualTo(3);
        assertThat(err()).contains("agent slurm cannot be used: there is no program /no/such/tidemark on its node; install "
                + "it there, or write slurm:N:/path/of/tidemark");
        List<String> within = new ArrayList<>(List.of("salloc", "--quiet", "--nodes=1"));
        within.addAll(ingest("few", "300"));
        assertThat(start(within).waitFor()).isEqualTo(3);
        assertThat(err()).contains("agent slurm-2 cannot be used: srun ended with status 1: srun: error: --relative and "
                + "--nodes option incompatible with count of allocated nodes (1+1>1)");
    }

    private void awaitLoad(String label) {
        Program.await("the load", () -> !program.iterations(label).isEmpty()
                && program.intervals(program.iterations(label).getLast()) > 3);
    }
}
