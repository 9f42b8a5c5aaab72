package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents in pods: the Job, as kubectl reads it, and streams as a stand-in for kubectl carries and cuts them. */
@Timeout(300)
class KubernetesTest {

    @TempDir
    private Path folder;
    private Program program;

    @BeforeEach
    void start() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void close() {
        program.close();
    }

    /** What kubectl does not know it leaves out, and what is of another type it refuses. */
    @Test
    void kubectlReadsTheJobAsItIsMeant() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/kubectl")), "kubectl is not installed");
        String manifest = program.run("agent", "manifest", "k8s:4:load", "--image", "registry.example/tidemark:0.1.0", "--cpu",
                "4", "--memory", "8Gi", "--service-account", "it's", "--secret", "db").ok().out();
        Process kubectl = new ProcessBuilder("/usr/bin/kubectl", "set", "image", "--local", "-f", "-", "agent=other:1",
                "-o", "yaml").redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (Writer to = kubectl.outputWriter()) {
            to.write(manifest);
        }
        String read = new String(kubectl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(kubectl.waitFor()).isZero();
        assertThat(words(read)).containsAll(words(manifest.replace("'registry.example/tidemark:0.1.0'", "other:1")
                .replace("[\"/bin/sh\", \"-c\", \"exec sleep infinity\"]",
                        "\n- /bin/sh\n- -c\n- exec sleep infinity").replace("''", "'")));
        assertThat(read).contains("completionMode: Indexed", "parallelism: 4", "cpu: \"4\"", "serviceAccountName: it's");
    }

    /** Each line without its place and quotes: kubectl sorts them. */
    private static List<String> words(String yaml) {
        return yaml.lines().map(line -> line.strip().replaceFirst("^- ", "").replaceAll("(?<=: )[\"'](.*)[\"']$", "$1"))
                .filter(line -> !line.isEmpty()).toList();
    }

    @Test
    void otherThanPodsAreRefused() {
        assertThat(program.refused("agent", "manifest", "k8s:2,local:1", "--image", "x")).isEqualTo(
                "agent manifest: write k8s:N, not 'k8s:2,local:1'");
    }

    private Process ingest(String label, String documents) throws IOException {
        Path kubectl = folder.resolve("bin/kubectl");
        if (!Files.exists(kubectl)) {
            Files.createDirectory(kubectl.getParent());
            Files.copy(Path.of("src/test/resources/dev/tidemark/cli/kubectl.sh"), kubectl);
            Files.writeString(folder.resolve("bin/tidemark"), "#!/bin/sh\nexec " + program.command().stream()
                    .map(ShellCommand::word).collect(Collectors.joining(" ")) + " \"$@\"\n");
        }
        ProcessBuilder builder = new ProcessBuilder(program.command("ingest", "--target", "null", "--label", label,
                "--documents", documents, "--service-time", "10ms", "--batch-size", "1", "--workers", "4", "--warm-up", "none",
                "--interval", "100ms", "--agents", "k8s:2")).redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        for (String name : List.of("kubectl", "tidemark")) {
            assertThat(folder.resolve("bin").resolve(name).toFile().setExecutable(true)).isTrue();
        }
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("TIDEMARK", folder.resolve("bin/tidemark").toString());
        builder.environment().put("CUT", folder.resolve("cut").toString());
        return builder.start();
    }

    @Test
    @Thorough("two runs of five processes each; AgentsRunnerTest loses agents in every way, and reads kubectl's status")
    void eachPodHasOneAndAStreamThatIsCutIsALoss() throws Exception {
        assertThat(ingest("whole", "200").waitFor()).as(Files.readString(folder.resolve("err"))).isZero();
        assertThat(program.run("show", "whole", "--agents").ok().table().stream().map(row -> row.get(2))).containsExactly(
                "agent", "k8s-1", "k8s-2");
        Process main = ingest("cut", "20000");
        Program.await("the load", () -> !program.iterations("cut").isEmpty()
                && program.intervals(program.iterations("cut").getLast()) > 3);
        Files.createFile(folder.resolve("cut"));
        assertThat(main.waitFor()).isEqualTo(3);
        assertThat(program.iterations("cut").getFirst().state()).isEqualTo(IterationState.INVALID);
        assertThat(program.iterations("cut").getFirst().verdict()).matches("agent k8s-2 was lost at \\d+ s: half of the load "
                + "was not offered \\(the stream to its pod was cut.*\\)");
    }
}
