package dev.tidemark.core.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.load.background.ScheduledTask;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The table of keys: all that is made of it has every key. */
class ExperimentKeysTest {

    /** Between them every key that there is. */
    private static final List<String> EXAMPLES = List.of("""
            label: everything
            workload: volume
            preset: ycsb-a
            target: small
            targets: {small: {driver: memory}, other: {driver: deaf}}
            tags: {disk: ssd}
            set: {workers: 2}
            vary: {preload: [1k, 2k]}
            mix: {get: 5, update: 1}
            groups: [{name: readers, workers: 8}, {name: writers, mix: put=1}]
            timetables: {merges: [{do: compact, every: 10m}]}
            background: [{do: fold-heads, at: 1m, every: 10m, window: 1m..2h, throttle: 20k/s, instances: together}]
            plan: {space: study, order: abba, repeat: 3, fork: none}
            search: {ramp: {param: rate, steps: [100/s, x2], until: {response.p99: "> 1s", gain: none}, for: 5s}}
            expect: {response.p99: "< 50ms"}
            seed: 42
            origin: imported from results.zip
            """, """
            workload: ingest
            target: memory
            background: [{do: command, run: backup.sh}, {do: kill, node: 2, for: 5s},
              {do: delay, for: 5s, by: 20ms}, {do: throttle, for: 5s, to: 1MB}]
            plan: list
            points: [{shards: 2}, {target: memory, shards: 4}]
            search: {find-rate: {start: 10/s, limits: {response.p99: "< 1s", failures: "<= 0"}, step: 20s,
              precision: 10%, repeats: 4, chance: 1%, backlog-growth: 2%, backlog-chance: 0.1%}}
            """, """
            workload: ingest
            target: memory
            prepare: apply.sh {mount}
            agents: local:2
            vary: {mount: [noatime, relatime], shards: [1, 2]}
            plan: {space: matrix, confirm: 5}
            """);

    private final Set<String> seen = new LinkedHashSet<>();

    @Test
    void everyKeyIsReadAndWrittenAndStandsInTheSchema() {
        JsonNode schema = new JsonMapper().readTree(SchemaWriter.write());
        for (String example : EXAMPLES) {
            ExperimentReader in = ExperimentReader.of(ExperimentReader.document(example, "example"));
            walk(ExperimentKeys.ALL, in, schema);
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(Key.paths(ExperimentKeys.ALL).values().stream()
                .<String>map(Key::name).distinct().toList());
    }

    private void walk(List<Key<?>> keys, ExperimentReader in, JsonNode schema) {
        for (Key<?> key : keys) {
            JsonNode own = schema.at("/properties/" + key.name());
            assertThat(own.isObject()).as("schema of " + key.name()).isTrue();
            if (in.has(key)) {
                seen.add(key.name());
                survives(key, in);
                JsonNode within = Stream.of("", "/anyOf/1", "/anyOf/1/items").map(own::at)
                        .filter(form -> form.has("properties")).findFirst().orElse(own);
                in.node(key).items().stream().filter(DocumentNode.Mapping.class::isInstance)
                        .filter(node -> !key.keys().isEmpty()).map(DocumentNode.Mapping.class::cast)
                        .forEach(node -> walk(key.keys(), in.part(node, key.keys(), "key"), within));
            }
        }
    }

    private static <T> void survives(Key<T> key, ExperimentReader in) {
        T value = in.get(key);
        DocumentNode written = DocumentNode.of(key.writer().apply(value), "written");
        assertThat(key.reader().apply(written, in)).as(key.name()).isEqualTo(value);
    }

    @Test
    void everyKeyOfAnExperimentSaysWhatItHolds() {
        assertThat(ExperimentKeys.ALL).allSatisfy(key -> assertThat(key.docs().getFirst()).isNotEmpty());
    }

    @Test
    void aFormAsksForEachThingOnceAndInOrder() {
        List<FormField> fields = Key.paths(ExperimentKeys.ALL).values().stream().map(Key::field)
                .filter(Objects::nonNull).toList();
        assertThat(fields).hasSizeGreaterThan(15);
        assertThat(fields).extracting(f -> List.of(f.group(), f.rank())).doesNotHaveDuplicates();
    }

    @Test
    void anExperimentCanHaveAllThatATaskCan() {
        assertThat(ExperimentKeys.TASK.stream().skip(1).<String>map(Key::name)).isEqualTo(ScheduledTask.OPTIONS);
    }

    @Test
    void anotherKeyIsOneDeclaration() {
        Key<Long> nice = Key.one("nice", () -> Schemas.text("how much others go first"), in -> 0L,
                (text, in) -> Param.count("nice").atMost(19).parse(text));
        List<Key<?>> keys = List.of(ExperimentKeys.SEED, nice);
        ExperimentReader whole = ExperimentReader.of(ExperimentReader.document("seed: 1", "f"));
        assertThat(whole.get(nice)).isZero();
        assertThat(within("nice: 7", keys, whole).get(nice)).isEqualTo(7);
        assertThat(Schemas.of(keys).get("properties").toString()).contains("nice={type=string, description=how much");
        assertThatThrownBy(() -> within("nise: 7", keys, whole)).isInstanceOf(InvalidInputException.class)
                .hasMessage("f:1: unknown key 'nise' (did you mean 'nice'?)");
        assertThatThrownBy(() -> within("nice: 20", keys, whole).get(nice)).isInstanceOf(InvalidInputException.class)
                .hasMessage("f:1: nice: 20 is too large; the largest is 19");
        assertThatThrownBy(() -> within("nice: [7]", keys, whole).get(nice)).isInstanceOf(InvalidInputException.class)
                .hasMessage("f:1: nice: one value is expected here, not a list");
    }

    private static ExperimentReader within(String yaml, List<Key<?>> keys, ExperimentReader whole) {
        return whole.part(ExperimentReader.document(yaml, "f"), keys, "key");
    }

    @Test
    void aDocumentIsMadeOfPlainValues() {
        assertThat(DocumentNode.of(Map.of("a", List.of(1, "x")), "p")).isEqualTo(new DocumentNode.Mapping(Map.of("a",
                new DocumentNode.Sequence(List.of(new DocumentNode.Scalar("1", "p"),
                        new DocumentNode.Scalar("x", "p")), "p")), "p"));
    }
}
