package dev.tidemark.core.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.plan.Experiment.Order;
import dev.tidemark.core.plan.Experiment.PlanSpec;
import dev.tidemark.core.plan.Experiment.Space;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Threshold;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExperimentReaderTest {

    private static final String HEAD = "workload: ingest\ntarget: memory\n";

    private static final String FULL = """
            # every key that there is
            label: matrix-test
            workload: ingest
            preset: old-defaults
            target: small
            targets:
              small: {driver: memory, memtable: 8MB}
              large: {driver: memory, tree-size: 64}
            tags: {host-type: ml.medium, disk: "7200"}
            set: {documents: 10k, payload: 10kB, thread-count: 16, hang-time: 0}
            vary:
              target: [small, large]
              forest-count: [1, 2, 4]
              blind-insert: [true, false]
            plan: {space: study, order: abba, repeat: 3, fork: none}
            expect: {response.p99: "< 50ms", failures: 0}
            seed: 42
            """;

    private static Experiment read(String yaml) {
        return ExperimentReader.read(yaml, "test.yaml");
    }

    private static String complaint(String yaml) {
        Throwable thrown = catchThrowable(() -> read(yaml));
        assertThat(thrown).isInstanceOf(InvalidInputException.class);
        assertThat(thrown.getMessage()).doesNotContain("\n");
        return thrown.getMessage();
    }

    @Test
    void everyKeyIsRead() {
        Experiment e = read(FULL);
        assertThat(e.label()).isEqualTo("matrix-test");
        assertThat(e.workload()).isEqualTo("ingest");
        assertThat(e.preset()).isEqualTo("old-defaults");
        assertThat(e.targets()).containsOnlyKeys("small", "large");
        assertThat(e.targets().get("large").settings()).isEqualTo(Map.of("memtable", "64MB"));
        assertThat(e.tags()).isEqualTo(Map.of("host-type", "ml.medium", "disk", "7200"));
        assertThat(e.set()).isEqualTo(Map.of("documents", "10k", "payload", "10kB", "workers", "16", "think-time",
                "0s"));
        assertThat(e.vary()).isEqualTo(Map.of("target", List.of("small", "large"), "shards", List.of("1", "2", "4"),
                "blind-insert", List.of("true", "false")));
        assertThat(e.vary().keySet()).containsExactly("target", "shards", "blind-insert");
        assertThat(e.plan()).isEqualTo(new PlanSpec(Space.STUDY, Order.ABBA, 3, Fork.NONE, 0));
        assertThat(e.expect()).isEqualTo(Map.of("response.p99", "< 50ms", "failures", "0"));
        assertThat(e.seed()).isEqualTo(42);
    }

    @Test
    void aCommandBeforeEachIterationNamesDimensionsWhereverItStands() {
        String head = "workload: ingest\ntarget: memory\n";
        Experiment beside = read(head + "prepare: a.sh {mount}\nvary: {mount: [x, y]}");
        assertThat(beside.set()).isEqualTo(Map.of("prepare", "a.sh {mount}"));
        assertThat(beside.vary()).isEqualTo(Map.of("mount", List.of("x", "y")));
        assertThat(read(beside.yaml())).isEqualTo(beside);
        assertThat(read(head + "set: {mount: x}\nvary: {prepare: [none, 'a {mount}, b']}").vary())
                .isEqualTo(Map.of("prepare", List.of("none", "a {mount}, b")));
        assertThat(read(head + "plan: list\npoints: [{prepare: 'a {mount}', mount: 1}]").points())
                .containsExactly(Map.of("prepare", "a {mount}", "mount", "1"));
        assertThat(read("workload: ingest\ntargets: {t: {driver: memory, prepare: 'a {mount}', mount: 1}}").targets()
                .get("t").settings()).containsEntry("mount", "1");
        assertThat(complaint(head + "prepare: a.sh {mount}\nvary: {mout: [x]}"))
                .endsWith("unknown param 'mout' (did you mean 'mount'?)");
        assertThat(complaint(head + "vary: {mount-option: [x]}")).endsWith("unknown param 'mount-option'; a name of your "
                + "own stands in the command before each iteration, as in prepare: ./apply.sh {mount-option}");
        assertThat(complaint(head + "prepare: a.sh\nset: {prepare: b.sh}"))
                .endsWith("prepare is given here and under set; leave one of them out");
    }

    @Test
    void littleIsNeeded() {
        Experiment e = read(HEAD);
        assertThat(e.label()).isEqualTo("ingest");
        assertThat(e.targets()).containsOnlyKeys("memory");
        assertThat(e.plan()).isEqualTo(PlanSpec.DEFAULT);
        assertThat(e.seed()).isEqualTo(1);
        assertThat(e.vary()).isEmpty();
    }

    @Test
    void theRecordedDocumentGivesTheSameExperimentAndPlan() {
        Experiment once = read(FULL);
        Experiment again = read(once.yaml());
        assertThat(again).isEqualTo(once);
        assertThat(Planner.plan(again, Map.of())).isEqualTo(Planner.plan(once, Map.of()));
    }

    @Property
    void anyTagSurvivesBeingRecorded(@ForAll String tag) {
        String visible = tag.codePoints().filter(c -> !Character.isISOControl(c) && Character.isDefined(c)
                && PlainText.wrong(Character.toString(c)).isEmpty())
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
        if (!visible.isBlank()) {
            survives(visible);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "~", "true", "no", "1e3", "0x10", "010", "*x", "&x", "a: b", "# c", "- x", "[x",
            "{x}",
        "'", "\"", "a #b", "%x", "@x", "`x", "x:", " x ", "!x", "|", ">", "1_000", "2026-01-01", "?", "? x", "--- x"})
    void whatLooksLikeYamlSurvivesBeingRecorded(String tag) {
        survives(tag);
    }

    private static void survives(String tag) {
        DocumentNode.Mapping document =
                new DocumentNode.Mapping(Map.of("workload", new DocumentNode.Scalar("ingest", "flag"), "target",
                new DocumentNode.Scalar("memory", "flag"), "tags",
                new DocumentNode.Mapping(Map.of("t", new DocumentNode.Scalar(tag, "flag")),
                "flag")), "flag");
        Experiment once = ExperimentReader.read(document);
        assertThat(read(once.yaml()).tags()).isEqualTo(Map.of("t", tag));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "vray: {shards: [1]} ! unknown key 'vray' (did you mean 'vary'?)",
        "run-label: x ! unknown key 'run-label'; write label: LABEL",
        "host-type: x ! unknown key 'host-type'; write tags: {host-type: VALUE}",
        "set: {shard: 1} ! unknown param 'shard' (did you mean 'shards'?)",
        "set: {shards: many} ! shards: 'many' is not a count; write it as 10000 or 10k",
        "set: {shards: -1} ! shards: '-1' is not a count; write it as 10000 or 10k",
        "set: {shards: 65} ! shards: 65 is too large; the largest is 64",
        "set: {shards: } ! shards: '' is not a count; write it as 10000 or 10k",
        "set: {shards: [1, 2]} ! shards: one value is expected here, not a list; lists go under vary",
        "set: {shards: {a: 1}} ! shards: one value is expected here, not a mapping",
        "set: [shards] ! set: a mapping is expected here, not a list",
        "set: {shards: 1, forest-count: 2} ! 'forest-count' is set twice, once under another name",
        "vary: {shards: []} ! shards: the list is empty",
        "vary: {shards: [1, [2]]} ! shards: a list of single values is expected",
        "vary: {blind-insert: 'true,banana'} ! blind-insert: 'true,banana' is not a boolean; write it as true or false;"
            + " a list is written as [a, b]",
        "vary: {shards: 'http://a:1,b:2'} ! shards: 'http://a:1,b:2' is not a count; write it as 10000 or 10k",
        "vary: {blind-insert: [true, banana]} ! blind-insert: 'banana' is not a boolean; write it as true or false",
        "vary: {target: [memory, memry]} ! unknown target 'memry' (did you mean 'memory'?)",
        "preset: old-default ! unknown preset 'old-default' (did you mean 'old-defaults'?)",
        "plan: matrx ! plan: 'matrx' is not one of matrix, study, list, compare, ramp, find-rate (did you mean 'matrix'?)",
        "plan: rmp ! plan: 'rmp' is not one of matrix, study, list, compare, ramp, find-rate (did you mean 'ramp'?)",
        "plan: [matrix] ! plan: write matrix, study, list, compare, ramp or find-rate, or a mapping with space, order, repeat, confirm",
        "plan: {spce: study} ! unknown key of plan 'spce' (did you mean 'space'?)",
        "plan: {space: [study]} ! space: one value is expected here, not a list",
        "plan: {repeat: [3]} ! repeat: one value is expected here, not a list",
        "plan: {repeat: 0} ! repeat: 0 is too small; the smallest is 1",
        "plan: {repeat: 2k} ! repeat: 2k is too large; the largest is 1k",
        "points: [{shards: 1}] ! points are for plan: list",
        "expect: {elapsd: 1} ! expect: unknown measure 'elapsd' (did you mean 'elapsed'?)",
        "expect: {elapsed: fast} ! expect: elapsed: 'fast' is not a condition; write it as < 50ms or >= 10",
        "expect: {outside-target: \">= 0.95\"} ! expect: outside-target is in %: write 0.95 as 95%",
        "expect: {outside-target: 1} ! expect: outside-target is in %: write 0.95 as 95%",
        "expect: fast ! expect: 'fast' is neither a condition nor a named set of them",
        "expect: [[a]] ! expect: a list holds names and conditions",
        "expect: {elapsed: [1]} ! expect: write a condition, as in elapsed: \"< 50ms\"",
        "seed: 1.5 ! seed: '1.5' is not a whole number",
        "seed: [1] ! seed: one value is expected here, not a list",
        "label: ! label: a label is 1 to 200 visible characters",
        "tags: {'a b': 1} ! tag 'a b': a tag is a name of letters, digits, dots and hyphens, and one value",
        "tags: {a: } ! tag 'a' has no value",
        "tags: {shards: 2} ! tag 'shards' has the name of a setting; put it under set, or name it otherwise",
        "tags: {target: x} ! tag 'target' has the name of a setting; put it under set, or name it otherwise",
        "targets: {a: memory} ! target 'a' is a mapping with a driver and its settings, or a URL",
        "targets: {a: {shards: 1}} ! target 'a' needs a driver, one of deaf, memory",
        "targets: {a: {driver: memry}} ! unknown driver 'memry' (did you mean 'memory'?)"})
    void aComplaintSaysWhatAndWhereAndTheNearest(String textAndComplaint) {
        String[] parts = textAndComplaint.split(" ! ");
        assertThat(complaint(HEAD + parts[0])).isEqualTo("test.yaml:3: " + parts[1]);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "target: memory ! 1: 'workload' is missing; it is one of ingest, random-io, volume, script, query, api",
        "workload: ingst\ntarget: memory ! 1: unknown workload 'ingst' (did you mean 'ingest'?)",
        "workload: ingest ! 1: 'target' is missing; it is a driver (deaf, memory) or a name under targets",
        "workload: ingest\ntarget: memroy ! 2: unknown target 'memroy' (did you mean 'memory'?)",
        "workload: ingest\ntarget: memory\nplan: list ! 1: plan: list needs points, a list of settings",
        "[workload] ! 1: an experiment is a mapping, not a list",
                "ingest ! 1: an experiment is a mapping, not a single value"})
    void whatIsMissingIsSaid(String yamlAndComplaint) {
        String[] parts = yamlAndComplaint.split(" ! ");
        assertThat(complaint(parts[0])).isEqualTo("test.yaml:" + parts[1]);
    }

    /** A nested mapping begins on the line below its key; the complaint is about the key. */
    @Test
    void aComplaintAboutAKeyNamesTheKeysLine() {
        assertThat(complaint(HEAD + "\n\nvray:\n  shards:\n    - 1\n")).startsWith("test.yaml:5: unknown key 'vray'");
        assertThat(complaint(HEAD + "vary:\n  shrds:\n    - 1\n")).startsWith("test.yaml:4: unknown param 'shrds'");
        assertThat(complaint(HEAD + "vary:\n  shards:\n    - 1\n    - x\n")).startsWith("test.yaml:6: shards: 'x'");
        assertThat(complaint(HEAD + "set:\n  shards:\n    - 1\n")).startsWith("test.yaml:4: shards: one value");
    }

    @Test
    void aKeyThatStandsTwiceIsRefused() {
        assertThat(complaint(HEAD + "seed: 1\nseed: 2\n")).isEqualTo("test.yaml:4: 'seed' stands twice");
        assertThat(complaint(HEAD + "set:\n  shards: 1\n  shards: 1\n"))
                .isEqualTo("test.yaml:5: 'shards' stands twice");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "set:\n\tshards: 1 ! 4: not valid YAML: found character '\\t(TAB)' that cannot start any token. "
            + "(Do not use \\t(TAB) for indentation)",
        "label: 'x ! 3: not valid YAML: found unexpected end of stream",
        "label: [1 ! 3: not valid YAML: expected ',' or ']', but got <stream end>",
        "? [a]\n: 1 ! 3: not valid YAML: Expected a property name (Scalar value in YAML), got this instead: +SEQ []"})
    void whatIsNoYamlIsToldWithItsLine(String textAndComplaint) {
        String[] parts = textAndComplaint.split(" ! ");
        assertThat(complaint(HEAD + parts[0])).isEqualTo("test.yaml:" + parts[1]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n\n", "# nothing\n", "---\n", "~"})
    void anEmptyFileIsToldAsSuch(String yaml) {
        assertThat(complaint(yaml)).startsWith("test.yaml").endsWith(yaml.equals("~")
                ? "an experiment is a mapping, not a single value" : ": the document is empty");
    }

    @Test
    void aSecondDocumentIsRefused() {
        assertThat(complaint(HEAD + "---\n" + HEAD))
                .isEqualTo("test.yaml:4: a second document; one file holds one experiment");
    }

    @Test
    void aHugeFileIsRefusedUnread() {
        assertThat(complaint("#" + "x".repeat(1 << 20))).isEqualTo("test.yaml: larger than 1 MiB; this is not an "
                + "experiment");
    }

    @Test
    void deepNestingIsRefused() {
        assertThat(complaint(HEAD + "tags: " + "[".repeat(100_000))).isEqualTo("test.yaml:3: nested too deeply");
        assertThat(complaint(HEAD + "tags: " + "{a: ".repeat(1000))).isEqualTo("test.yaml:3: nested too deeply");
    }

    /** An alias must neither be taken for the text of its name nor grow into a billion values. */
    @Test
    void aliasesAreRefused() {
        assertThat(complaint(HEAD + "tags: {a: &x foo, b: *x}")).isEqualTo("test.yaml:3: '*x' is an alias; write the "
                + "value itself");
        StringBuilder laughs = new StringBuilder(HEAD).append("a: &a [lol, lol]\n");
        for (char c = 'b'; c < 'z'; c++) {
            laughs.append(c).append(": &").append(c).append(" [*").append((char) (c - 1)).append(", *")
                    .append((char) (c - 1)).append("]\n");
        }
        assertThat(complaint(laughs.toString())).isEqualTo("test.yaml:4: '*a' is an alias; write the value itself");
        assertThat(complaint("base: &b {a: 1}\n<<: *b\n")).isEqualTo("test.yaml:2: '*b' is an alias; write the value "
                + "itself");
    }

    @Test
    void anAnchorAloneDoesNoHarm() {
        assertThat(read(HEAD + "set: {shards: &x 3}").set()).isEqualTo(Map.of("shards", "3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "~", "yes", "123"})
    void aLabelMayBeAnyWord(String label) {
        assertThat(read(HEAD + "label: " + label).label()).isEqualTo(label);
    }

    @Test
    void withoutATargetAllTargetsAreRun() {
        Experiment e = read("workload: ingest\ntargets:\n  a: {driver: memory}\n  b: {driver: memory, shards: 2}\n");
        assertThat(e.targets().keySet()).containsExactly("a", "b");
        assertThat(Planner.plan(e, Map.of()).points()).extracting(p -> p.target()).containsExactly("a", "b");
    }

    @Test
    void theNamedTargetIsRunAloneUnlessTargetsAreVaried() {
        String targets = "workload: ingest\ntarget: b\ntargets:\n  a: {driver: memory}\n"
                + "  b: {driver: memory, shards: 2}\n";
        assertThat(read(targets).targets().keySet()).containsExactly("b");
        assertThat(read(targets + "vary: {target: [a, b]}").targets().keySet()).containsExactly("b", "a");
        assertThat(read(targets + "plan: list\npoints: [{target: a}, {shards: 4}]").targets().keySet())
                .containsExactly("b", "a");
    }

    @Test
    void pointsAreAListOfSettings() {
        Experiment e = read(HEAD
                + "plan: list\npoints:\n  - {forest-count: 2}\n  - {shards: 4, blind-insert: false}\n");
        assertThat(e.points()).containsExactly(Map.of("shards", "2"), Map.of("shards", "4", "blind-insert", "false"));
        assertThat(complaint(HEAD + "plan: list\npoints: {shards: 1}"))
                .isEqualTo("test.yaml:4: points is a list of settings, at least one");
        assertThat(complaint(HEAD + "plan: list\npoints:\n  - 3\n"))
                .isEqualTo("test.yaml:5: a point is a mapping of settings");
        assertThat(complaint(HEAD + "plan: list\npoints:\n  - target: [memory]\n"))
                .isEqualTo("test.yaml:5: target: one value is expected here, not a list");
        assertThat(complaint(HEAD + "plan: list\npoints: [{shards: 1}]\nvary: {shards: [1, 2]}"))
                .isEqualTo("test.yaml:5: vary is for plan: matrix and study; a list names its values under points");
    }

    @Property(tries = 50)
    void theSeedIsTakenAsItIs(@ForAll long seed, @ForAll @IntRange(min = 1, max = 1000) int repeat) {
        Experiment e = read(HEAD + "seed: " + seed + "\nplan: {repeat: " + repeat + "}");
        assertThat(e.seed()).isEqualTo(seed);
        assertThat(e.plan().repeat()).isEqualTo(repeat);
    }

    @Test
    void flagsChangeTheDocumentBeforeItIsRead() {
        DocumentNode.Mapping document = ExperimentReader.document(HEAD + "seed: 3", "test.yaml");
        assertThat(document.entries().get("seed")).isEqualTo(new DocumentNode.Scalar("3", "test.yaml:3"));
        assertThatThrownBy(() -> ExperimentReader.read(new DocumentNode.Mapping(Map.of("workload",
                new DocumentNode.Scalar("ingst", "--workload")), "command line")))
                        .hasMessageStartingWith("--workload: unknown");
    }

    @Test
    void expectationsCanBeNamedAndChanged() {
        String head = "workload: random-io\ntarget: memory\n";
        assertThat(read(head + "expect: flash\n").expect())
                .isEqualTo(Map.of("read.mean", "<= 2ms", "read.max", "<= 5ms"));
        assertThat(read(head + "expect: [flash, {read.max: \"< 9ms\", failures: 0}]\n").expect())
                .isEqualTo(Map.of("read.mean", "<= 2ms", "read.max", "< 9ms", "failures", "0"));
        assertThat(read(head + "expect:\n").expect()).isEmpty();
        assertThat(read(head + "expect: {outside-target: \"<= 0.5\"}\n").expect()).hasSize(1);
        assertThat(read(head + "expect: {outside-target: \">= 0.95%\"}\n").expect()).hasSize(1);
        assertThatThrownBy(() -> read(head + "expect: flsh\n")).isInstanceOf(InvalidInputException.class)
                .hasMessageEndingWith("(did you mean 'flash'?)");
    }

    /** What is declared under a name must be what could be written out. */
    @Test
    void everyNamedExpectationCanBeRead() {
        for (Workload workload : Workloads.all()) {
            workload.expectations().values().forEach(set -> set.forEach((measure, condition) ->
                    assertThat(Threshold.parse(measure, condition, workload.measures()).text())
                            .isEqualTo(condition)));
        }
    }
}
