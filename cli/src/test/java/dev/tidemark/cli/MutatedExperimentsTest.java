package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Mutations.Tried;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every example, damaged: it is planned, or refused in one line. */
@Timeout(3600)
class MutatedExperimentsTest {

    @TempDir
    private Path around;

    /** Names that lead into the planner rather than into "unknown key". */
    static List<String> words() {
        List<String> words = new ArrayList<>(List.of("label", "workload", "preset", "target", "targets", "tags", "set",
                "vary", "mix", "groups", "background", "timetables", "points", "plan", "search", "expect", "seed",
                "space", "order", "repeat", "fork", "matrix", "study", "list", "ramp", "abba", "shuffled", "given"));
        for (Workload workload : Workloads.all()) {
            words.add(workload.name());
            workload.params().all().stream().map(Param::name).forEach(words::add);
            workload.measures().all().stream().map(Measure::name).forEach(words::add);
        }
        for (Driver driver : Drivers.all()) {
            words.add(driver.name());
            driver.params().all().stream().map(Param::name).forEach(words::add);
        }
        return words;
    }

    /** The examples, which name files from the project's root. */
    static List<byte[]> examples() throws IOException {
        List<byte[]> examples = new ArrayList<>();
        for (Path example : ExamplesTest.all()) {
            examples.add(Files.readString(ManualPage.ROOT.resolve(example))
                    .replace(" examples/", " " + ManualPage.ROOT + "/examples/").getBytes(StandardCharsets.UTF_8));
        }
        return examples;
    }

    @Test
    void arePlannedOrRefusedInOneLine() throws Exception {
        Path inside = Files.createDirectories(around.resolve("a/b/c"));
        Path file = inside.resolve("experiment.yaml");
        List<byte[]> examples = examples();
        try (Program program = new Program(inside)) {
            program.run("list").ok();
            int tried = new Mutations("experiment", around, inside, words()).tryAll(mutator -> {
                byte[] yaml = mutator.mutated(mutator.oneOf(examples));
                Files.write(file, yaml);
                return new Tried(yaml, Mutations.fault(program.run("run", file.toString(), "--dry-run")));
            });
            assertThat(tried).isPositive();
            assertThat(program.run("list").ok().table()).as("nothing was stored").hasSize(1);
            Mutations.assertSound(program.store());
        }
    }
}
