package dev.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.app.run.Lab;
import dev.tidemark.app.run.Lab.Watcher;
import dev.tidemark.app.run.RunOptions;
import dev.tidemark.app.run.RunSummary;
import dev.tidemark.app.run.Submission;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;
import dev.tidemark.store.results.StoredDefault;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class WorkbenchTest {

    @TempDir
    private Path folder;

    private Lab lab;

    @BeforeEach
    void open() throws IOException {
        lab = new Lab(folder);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    // ---- a command before each iteration ----

    /** Two rounds of two points, with a command before each. @param more lines of YAML */
    private Submission prepared(String command, String... more) throws IOException {
        return lab.plan("""
                label: P
                workload: ingest
                target: gated
                prepare: %s
                set: {documents: 100, payload: 100, workers: 1, warm-up: none, gate: %s}
                vary: {mount: [noatime, relatime]}
                plan: {order: given, fork: none, repeat: 2}
                %s
                """.formatted(command, lab.gate(), String.join("\n", more)));
    }

    private List<Event> events(Iteration iteration) {
        return lab.workbench().store().detail(iteration.id()).events().stream()
                .filter(e -> e.kind().equals(Event.PREPARATION)).toList();
    }

    @Test
    void aCommandRunsBeforeEachIterationConnectsAndItsValueIsADimension() throws Exception {
        Submission submission = prepared("ls " + lab.gate() + " | grep -c opened; echo {mount} is set");
        assertThat(lab.workbench().jobs().forecast(submission).unestimated())
                .contains("the command before each iteration");
        lab.run(submission, new Watcher());
        List<Iteration> iterations = lab.iterations("P");
        assertThat(iterations).extracting(Iteration::state).hasSize(4).containsOnly(IterationState.DONE);
        List<String> values = List.of("noatime", "relatime", "noatime", "relatime");
        assertThat(iterations).extracting(i -> Lab.text(i, "mount")).isEqualTo(values);
        assertThat(iterations).allMatch(i -> i.setting("mount").orElseThrow().origin() == SettingOrigin.VARY
                && Lab.text(i, "prepare").endsWith("echo {mount} is set"));
        for (int i = 0; i < 4; i++) {
            Event event = events(iterations.get(i)).getFirst();
            assertThat(event.at()).as("up to the iteration's start").isNegative();
            assertThat(event.text()).contains("echo " + values.get(i) + " is set took ")
                    .endsWith(" and said:\n" + i + "\n" + values.get(i) + " is set");
        }
        assertThat(lab.workbench().jobs().forecast(submission).unestimated()).doesNotContain("command");
        assertThat(lab.leftovers()).noneMatch(name -> name.startsWith("prepare"));
    }

    @Test
    void itsValueIsASideOfAComparisonAndIsRunAgainWithOthers() throws Exception {
        lab.run(lab.plan("""
                label: P
                workload: ingest
                targets:
                  before: {driver: gated, mount: noatime}
                  after: {driver: gated, mount: relatime}
                prepare: echo {mount}
                set: {documents: 100, payload: 100, workers: 1, warm-up: none, gate: %s}
                plan: {space: compare, order: given, fork: none, repeat: 1}
                """.formatted(lab.gate())), new Watcher());
        assertThat(lab.iterations("P")).extracting(i -> Lab.text(i, "mount")).containsExactly("noatime", "relatime");
        FollowUp others = new FollowUp(Optional.empty(), OptionalInt.empty(), List.of(), Map.of(),
                Map.of("mount", "strictatime"));
        lab.run(lab.workbench().plan(lab.workbench().read(others.document(lab.workbench().store().label("P")
                .orElseThrow()))), new Watcher());
        List<Iteration> all = lab.iterations("P");
        assertThat(all).hasSizeGreaterThan(2);
        assertThat(all.subList(2, all.size())).allMatch(i -> i.state() == IterationState.DONE
                && Lab.text(i, "mount").equals("strictatime")
                && events(i).getFirst().text().endsWith("and said:\nstrictatime"));
    }

    @Test
    void aCommandThatFailsIsItsPointsFailure() throws Exception {
        lab.run(prepared("'test {mount} = noatime || { echo mount: bad option >&2; exit 3; }'"), new Watcher());
        assertThat(lab.history("P")).containsExactly("0.0#1 DONE", "1.0#1 FAILED", "0.1#1 DONE", "1.1#1 FAILED");
        assertThat(lab.iterations("P").get(1).verdict()).isEqualTo("prepare: test relatime = noatime || { echo mount: "
                + "bad option >&2; exit 3; } ended with status 3: mount: bad option");
    }

    @Test
    void aCommandHasALimitAndWhatItLeavesRunningStays() throws Exception {
        Path pid = folder.resolve("pid");
        lab.run(lab.plan("""
                label: P
                workload: ingest
                target: gated
                set: {documents: 100, payload: 100, warm-up: none, gate: %s}
                plan: {space: list, order: given, fork: none}
                points: [{prepare: sleep 600, prepare-limit: 1ms}, {prepare: "sleep 600 & echo $! > %s"}]
                """.formatted(lab.gate(), pid)), new Watcher());
        ProcessHandle left = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        try {
            assertThat(left.isAlive()).isTrue();
        } finally {
            left.destroyForcibly();
        }
        assertThat(lab.history("P")).containsExactly("0.0#1 FAILED", "1.0#1 DONE");
        assertThat(lab.iterations("P").getFirst().verdict())
                .isEqualTo("prepare: sleep 600 did not end within 1ms and was ended");
    }

    @Test
    void aCommandIsEndedWithTheRun() throws Exception {
        Path pid = folder.resolve("pid");
        Thread asks = Thread.ofPlatform().start(() -> {
            while (!Files.exists(pid)) {
                Thread.onSpinWait();
            }
            lab.interrupt();
        });
        Path undone = folder.resolve("undone");
        assertThat(lab.run(prepared("'kill -INT $$; (trap \"echo {mount} > " + undone
                + "; exit 1\" TERM; echo {mount} $$ > " + pid + ".new; mv " + pid + ".new " + pid
                + "; sleep 600 & wait); true'"), new Watcher()).interrupted())
                .isTrue();
        asks.join();
        assertThat(undone).as("it could tidy up, though Ctrl-C had reached it as well").hasContent("noatime");
        assertThat(lab.history("P")).containsExactly("0.0#1 INTERRUPTED");
        assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip().split(" ")[1])))
                .isEmpty();
    }

    // ---- a whole run ----

    @ParameterizedTest
    @ValueSource(strings = {"none", "round", "iteration"})
    void matrixRunsEveryPointOnceInEveryRound(String fork) throws Exception {
        Watcher watcher = new Watcher();
        RunSummary summary = lab.run(lab.matrix(fork, ", repeat: 2}"), watcher);

        assertThat(summary.count(IterationState.DONE)).isEqualTo(8);
        assertThat(summary.interrupted() || summary.stopped()).isFalse();
        assertThat(watcher.messages).containsExactly("began 8 0", "0.0 DONE", "1.0 DONE", "2.0 DONE", "3.0 DONE",
                "0.1 DONE", "1.1 DONE", "2.1 DONE", "3.1 DONE");
        assertThat(lab.history("L")).containsExactly("0.0#1 DONE", "1.0#1 DONE", "2.0#1 DONE", "3.0#1 DONE",
                "0.1#1 DONE", "1.1#1 DONE", "2.1#1 DONE", "3.1#1 DONE");
        for (Iteration iteration : lab.iterations("L")) {
            assertThat(iteration.value("documents").map(MeasuredValue::number)).contains(100.0);
            assertThat(iteration.setting("batch-size").map(Setting::origin)).contains(SettingOrigin.VARY);
            assertThat(Lab.text(iteration, "batch-size")).isEqualTo(String.valueOf(iteration.position() + 1));
        }
    }

    @Test
    void secondRunOfALabelAppendsABatch() throws Exception {
        lab.run(lab.matrix("none"), new Watcher());
        lab.run(lab.matrix("none"), new Watcher());
        assertThat(lab.iterations("L")).hasSize(8).extracting(Iteration::attempt).containsOnly(1);
        assertThat(lab.iterations("L").stream().map(Iteration::batch).distinct()).hasSize(2);
    }

    @Test
    void oneFailureDoesNotEndThePlan() throws Exception {
        Watcher watcher = new Watcher();
        watcher.whenBegun = number -> broken(number == 2);
        RunSummary summary = lab.run(lab.matrix("round"), watcher);
        assertThat(summary.count(IterationState.FAILED)).isEqualTo(1);
        assertThat(watcher.messages)
                .containsExactly("began 4 0", "0.0 DONE", "1.0 FAILED: the gate is broken", "2.0 DONE",
                "3.0 DONE");
        assertThat(lab.iterations("L").get(1).values()).isEmpty();
    }

    @Test
    void storedDefaultsAndTagsReachThePoints() throws Exception {
        lab.workbench().store().setDefault("ingest", new StoredDefault("uri-order", false, "sequential"));
        lab.workbench().store().setDefault("ingest", new StoredDefault("documents", false, "7"));
        lab.workbench().store().setDefault("ingest", new StoredDefault("memtable", false, "32MB")); // another driver's
        lab.workbench().store().setDefault("ingest", new StoredDefault("disk-type", true, "ssd"));
        lab.workbench().store().setDefault("ingest", new StoredDefault("room", true, "7"));
        lab.run(lab.matrix("none", "}", "tags: {room: \"8\"}"), new Watcher());
        for (Iteration iteration : lab.iterations("L")) {
            assertThat(iteration.setting("uri-order").map(Setting::origin)).contains(SettingOrigin.DEFAULT);
            assertThat(Lab.text(iteration, "uri-order")).isEqualTo("sequential");
            assertThat(Lab.text(iteration, "documents")).as("what the experiment sets").isEqualTo("100");
            assertThat(iteration.setting("memtable")).isEmpty();
            assertThat(iteration.settings()).contains(Setting.tag("disk-type", "ssd"), Setting.tag("room", "8"));
        }
    }

    // ---- interrupt and resume ----

    @ParameterizedTest
    @ValueSource(strings = {"none", "round"})
    void resumeRunsExactlyWhatAnInterruptedRunHasLeft(String fork) throws Exception {
        Watcher broken = new Watcher();
        broken.whenBegun = number -> {
            if (number == 3) {
                closed(true); // so that it is in progress for as long as it takes
                lab.interrupt();
            }
        };
        RunSummary first = lab.run(lab.matrix(fork), broken);
        assertThat(first.interrupted()).isTrue();
        assertThat(broken.messages).containsExactly("began 4 0", "0.0 DONE", "1.0 DONE",
                "2.0 INTERRUPTED: interrupted by the user");

        closed(false);
        Watcher resumed = new Watcher();
        RunSummary second = lab.resume(lab.matrix(fork), resumed);
        assertThat(second.interrupted()).isFalse();
        assertThat(resumed.messages).containsExactly("began 2 2", "2.0 DONE", "3.0 DONE");
        assertThat(lab.history("L")).containsExactly("0.0#1 DONE", "1.0#1 DONE", "2.0#1 INTERRUPTED", "2.0#2 DONE",
                "3.0#1 DONE");
        assertThat(lab.iterations("L").stream().map(Iteration::batch).distinct()).hasSize(1);
        LabelResults results = lab.workbench().store().label("L").orElseThrow();
        assertThat(results.iterations()).extracting(i -> results.pass(i).orElseThrow().session())
                .containsExactly(0, 0, 0, 1, 1);
        List<Integer> forks = lab.workbench().store().database().read(h -> h.createQuery(
                "SELECT fork FROM iteration ORDER BY id").mapTo(Integer.class).list());
        assertThat(forks).containsExactly(1, 1, 1, 2, 2);
        assertThat(lab.leftovers()).containsExactly("iteration-5");
    }

    /** It stays so, and the whole run is what is told of. */
    @Test
    void whatWasInvalidBeforeIsToldOfTheResumedRun() throws Exception {
        Submission failing = lab.plan("""
                label: L
                workload: ingest
                target: gated
                set: {documents: 100, batch-size: 1, payload: 100, workers: 1, warm-up: 1ms, gate: %s}
                vary: {failure-share: [50%%, none]}
                plan: {order: given, fork: none}
                """.formatted(lab.gate()));
        Watcher broken = new Watcher();
        broken.whenBegun = number -> {
            if (number == 2) {
                closed(true);
                lab.interrupt();
            }
        };
        assertThat(lab.run(failing, broken).interrupted()).isTrue();
        closed(false);
        RunSummary resumed = lab.resume(failing, new Watcher());
        assertThat(lab.history("L")).containsExactly("0.0#1 INVALID", "1.0#1 INTERRUPTED", "1.0#2 DONE");
        assertThat(resumed.interrupted()).isFalse();
        assertThat(resumed.count(IterationState.INVALID)).isEqualTo(1);
        assertThat(resumed.count(IterationState.DONE)).isEqualTo(1);
    }

    @Test
    void interruptionBeforeTheFirstIterationRunsNone() throws Exception {
        lab.interrupt();
        Watcher watcher = new Watcher();
        assertThat(lab.run(lab.matrix("none"), watcher).interrupted()).isTrue();
        assertThat(watcher.messages).containsExactly("began 4 0");
        assertThat(lab.resume(lab.matrix("none"), new Watcher()).count(IterationState.DONE)).isEqualTo(4);
    }

    @Test
    void failedIterationsAreTriedAgainOnResume() throws Exception {
        Watcher watcher = new Watcher();
        watcher.whenBegun = number -> broken(number == 2 || number == 4);
        lab.run(lab.matrix("none"), watcher);

        broken(true);
        lab.resume(lab.matrix("none"), new Watcher());
        broken(false);
        Watcher last = new Watcher();
        lab.resume(lab.matrix("none"), last);
        assertThat(last.messages).containsExactly("began 2 2", "1.0 DONE", "3.0 DONE");
        assertThat(lab.history("L")).containsExactly("0.0#1 DONE", "1.0#1 FAILED", "2.0#1 DONE", "3.0#1 FAILED",
                "1.0#2 FAILED", "3.0#2 FAILED", "1.0#3 DONE", "3.0#3 DONE");
    }

    /** Documents vary in size, so that their bytes tell which were offered. */
    @Test
    void eachRoundOffersOtherDocumentsTheSameAtAllPointsAndAfterResuming() throws Exception {
        Watcher watcher = new Watcher();
        watcher.whenBegun = number -> broken(number == 7);
        lab.run(lab.matrix("none", ", repeat: 2}"), watcher);
        broken(false);
        lab.resume(lab.matrix("none", ", repeat: 2}"), new Watcher());
        Map<Integer, Set<Long>> bytes = new TreeMap<>();
        lab.iterations("L").stream().filter(i -> i.state() == IterationState.DONE)
                .forEach(i -> bytes.computeIfAbsent(i.round(),
                r -> new HashSet<>()).add(Math.round(1e6 * number(i, "mb-per-second") * number(i, "elapsed"))));
        assertThat(lab.history("L")).hasSize(9).contains("2.1#2 DONE");
        assertThat(bytes.get(0)).hasSize(1);
        assertThat(bytes.get(1)).hasSize(1).isNotEqualTo(bytes.get(0));
    }

    private static double number(Iteration iteration, String measure) {
        return iteration.value(measure).orElseThrow().number();
    }

    @Test
    void thereIsNothingToResumeOfAFinishedOrAnotherExperiment() throws Exception {
        lab.run(lab.matrix("none"), new Watcher());
        assertNothingToResume(lab.matrix("none"));

        broken(true);
        lab.run(lab.matrix("none"), new Watcher());
        broken(false);
        assertNothingToResume(lab.matrix("none", ", repeat: 2}"));
        assertNothingToResume(lab.matrix("iteration"));
        assertNothingToResume(lab.matrix("none", "}", "seed: 2"));
        assertNothingToResume(lab.matrix("none", "}", "tags: {disk: ssd}"));
        lab.workbench().store().setDefault("ingest", new StoredDefault("verify", false, "10%"));
        assertNothingToResume(lab.matrix("none"));
        lab.workbench().store().resetDefaults("ingest");
        assertThat(lab.resume(lab.matrix("none"), new Watcher()).count(IterationState.DONE)).isEqualTo(4);
    }

    private void assertNothingToResume(Submission submission) {
        int before = lab.iterations("L").size();
        assertThatThrownBy(() -> lab.resume(submission, new Watcher())).isInstanceOf(InvalidInputException.class)
                .hasMessage("nothing to resume: label L has no unfinished run of this same experiment and seed");
        assertThat(lab.iterations("L")).hasSize(before);
    }

    // ---- stop ----

    @ParameterizedTest
    @ValueSource(strings = {"none", "round"})
    void stopFromElsewhereEndsEarlyAndKeepsTheRows(String fork) throws Exception {
        Submission endless = lab.plan("""
                label: L
                workload: ingest
                target: gated
                set: {documents: 1M, workers: 1, warm-up: none, service-time: 1ms}
                vary: {batch-size: [1, 2]}
                plan: {order: given, fork: %s}
                """.formatted(fork));
        try (Workbench other = lab.another()) {
            boolean[] asked = new boolean[1];
            Watcher watcher = new Watcher();
            watcher.whenLive = runStatus -> {
                if (runStatus.done() > 0 && !asked[0]) {
                    asked[0] = true;
                    assertThat(other.stop(Optional.of("M"))).isZero();
                    assertThat(other.stop(Optional.of("L"))).isOne();
                }
            };
            RunSummary summary = lab.run(endless, watcher);
            assertThat(summary.stopped()).isTrue();
            assertThat(summary.interrupted()).isFalse();
            assertThat(watcher.messages).containsExactly("began 2 0", "0.0 STOPPED: stopped at the user's wish");
        }
        Iteration stopped = lab.iterations("L").getFirst();
        assertThat(stopped.value("documents-per-second")).isPresent();
        assertThat(lab.workbench().store().detail(stopped.id()).intervals()).isNotEmpty();
    }

    @Test
    void stopWhileATargetOpensIsNoFailure() throws Exception {
        Watcher watcher = new Watcher();
        watcher.whenBegun = number -> {
            closed(true);
            assertThat(lab.workbench().stop(Optional.empty())).isOne();
        };
        lab.run(lab.matrix("none"), watcher);
        assertThat(watcher.messages).containsExactly("began 4 0", "0.0 STOPPED: stopped at the user's wish");
    }

    // ---- one measured run at a time ----

    @Test
    void secondRunAtATimeIsRefusedUnlessItIsToRunAlongside() throws Exception {
        Watcher outer = new Watcher();
        Watcher inner = new Watcher();
        outer.whenBegun = number -> {
            if (number == 1) {
                assertThatThrownBy(() -> lab.run(other(), inner)).isInstanceOf(InvalidInputException.class)
                        .hasMessage("another measured run is in progress on this machine (label L, process "
                                + ProcessHandle.current().pid()
                                + "); wait for it, or run beside it with --alongside");
                assertThat(lab.workbench().store().label("O")).isEmpty();
                run(() -> lab.workbench().run(other(), new RunOptions(false, true), inner, new CancellationToken()));
            }
        };
        lab.run(lab.matrix("none"), outer);
        assertThat(outer.warnings).noneMatch(w -> w.contains("measured run"));
        assertThat(inner.warnings).anyMatch(w -> w.startsWith("Another measured run was in progress"));
        assertThat(lab.workbench().store().detail(lab.iterations("O").getFirst().id()).events())
                .extracting(Event::text).anyMatch(t -> t.startsWith("Another measured run was in progress"));
    }

    private Submission other() {
        return lab.plan("""
                label: O
                workload: ingest
                target: gated
                set: {documents: 10, warm-up: none}
                plan: {fork: none}
                """);
    }

    // ---- what stays on disk ----

    @Test
    void keepLeavesExactlyTheFoldersAskedFor() throws Exception {
        lab.run(lab.matrix("none"), new Watcher());
        assertThat(lab.leftovers()).as("last").containsExactly("iteration-4");
        lab.run(keeping("all"), new Watcher());
        assertThat(lab.leftovers()).as("all").containsExactly("iteration-5", "iteration-6", "iteration-7",
                "iteration-8");
        lab.run(keeping("none"), new Watcher());
        assertThat(lab.leftovers()).as("none").isEmpty();
    }

    @Test
    void deletingALabelDeletesItsFoldersAndNoOther() throws Exception {
        lab.run(lab.matrix("none"), new Watcher());
        lab.run(other(), new Watcher());
        assertThat(lab.leftovers()).containsExactly("iteration-4", "iteration-5");
        assertThat(lab.workbench().delete("L")).isEqualTo(4);
        assertThat(lab.leftovers()).containsExactly("iteration-5");
        assertThat(lab.workbench().store().label("L")).isEmpty();
        assertThatThrownBy(() -> lab.workbench().delete("nowhere")).isInstanceOf(InvalidInputException.class)
                .hasMessage("unknown label 'nowhere'");
    }

    @Test
    void aLabelThatIsBeingRunIsNotDeletedAndLosesNothing() throws Exception {
        Watcher watcher = new Watcher();
        watcher.whenBegun = number -> {
            if (number == 3) {
                assertThatThrownBy(() -> lab.workbench().delete("L")).isInstanceOf(ConflictException.class)
                        .hasMessageStartingWith("label L is being run");
                assertThat(left()).contains("iteration-1", "iteration-2");
            }
        };
        lab.run(keeping("all"), watcher);
        assertThat(lab.leftovers()).containsExactly("iteration-1", "iteration-2", "iteration-3", "iteration-4");
    }

    @Test
    void aSecondRunOfALabelLeavesAloneWhatTheFirstIsStillMaking() throws Exception {
        lab.run(lab.matrix("none"), new Watcher());
        Submission second = keeping("none");
        Watcher watcher = new Watcher();
        watcher.whenBegun = number -> {
            if (number == 3) {
                try {
                    lab.workbench().run(second, new RunOptions(false, true), new Watcher(), new CancellationToken());
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                assertThat(left()).containsExactly("iteration-5", "iteration-6");
            }
        };
        lab.run(keeping("all"), watcher);
        assertThat(left()).hasSize(4);
    }

    @Test
    void whatCannotBeGoneOnWithIsGivenBack() throws Exception {
        Submission submission = keeping("none");
        lab.interrupt();
        lab.run(submission, new Watcher());
        ResultStore store = lab.workbench().store();
        long other = store.beginBatch(new NewBatch("other", "ingest", "elapsed", "matrix", "", "", 1, "1",
                MeasureSet.of(), Map.of(), 1));
        store.beginIteration(new NewIteration(other, 0, "h", 0, 1, 1, Instant.now(), 0, List.of()));
        store.database().writing(h -> h.execute("UPDATE iteration SET state = 'GARBLED'"));
        assertThatThrownBy(() -> lab.resume(submission, new Watcher())).isInstanceOf(StoreException.class)
                .hasMessageContaining("it is damaged");
        assertThat(store.isRunning("L")).isFalse();
        assertThat(store.isRunning("other")).isTrue();
    }

    private List<String> left() {
        try {
            return lab.leftovers();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void nothingKeptCannotBeExported() throws Exception {
        lab.run(keeping("none"), new Watcher());
        assertThatThrownBy(() -> lab.workbench().exportContent("L", folder.resolve("files"),
                dev.tidemark.core.data.ContentExport.Layout.FLAT, new Watcher(), new CancellationToken()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("label L has no kept store; run it with keep: last or all");
        assertThat(folder.resolve("files")).doesNotExist();
    }

    private Submission keeping(String which) throws IOException {
        return lab.plan("""
                label: L
                workload: ingest
                target: gated
                set: {documents: 100, payload: 100, workers: 1, warm-up: 1ms, keep: %s}
                vary: {batch-size: [1, 2, 3, 4]}
                plan: {order: given, fork: none}
                """.formatted(which));
    }

    /** However it is asked for. */
    @Test
    void aLimitOfMemoryIsRefusedWhereTheRunnerHasNoProcessOfItsOwn() throws Exception {
        String limited = """
                label: L
                workload: ingest
                target: gated
                set: {documents: 10, workers: 1, gate: %s, memory-limit: 256MB}
                plan: {order: given, fork: none}
                """.formatted(lab.gate());
        for (ThrowingCallable asked : List.<ThrowingCallable>of(() -> lab.plan(limited),
                () -> lab.workbench().jobs().submit(limited, "ann", JobOptions.USUAL))) {
            assertThatThrownBy(asked).isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith("memory-limit: ").hasMessageContaining("fork: none").message()
                    .hasLineCount(1);
        }
        assertThat(lab.workbench().jobs().queue().all()).isEmpty();
    }

    /** As when a disk is unmounted, so that the folder below it comes to light. */
    @Test
    void aDirectoryThatIsReplacedBetweenPointsIsRefused() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        Watcher watcher = new Watcher();
        watcher.whenBegun = number -> {
            try {
                if (number == 3) {
                    Files.move(data, folder.resolve("unmounted"));
                    Files.createDirectory(data);
                } else if (number == 4) {
                    Files.delete(data);
                    Files.move(folder.resolve("unmounted"), data);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        lab.run(lab.plan("""
                label: L
                workload: ingest
                target: gated
                set: {documents: 10, payload: 100, workers: 1, warm-up: none, directory: %s}
                vary: {batch-size: [1, 2, 3, 4]}
                plan: {order: given, fork: none}
                """.formatted(data)), watcher);
        assertThat(watcher.messages).contains("0.0 DONE", "1.0 DONE", "3.0 DONE", "2.0 FAILED: directory: " + data
                + " is not the folder that it was when the run began: another one, or another disk, is in its place");
        assertThat(lab.history("L")).containsExactly("0.0#1 DONE", "1.0#1 DONE", "2.0#1 FAILED", "3.0#1 DONE");
    }

    /** Each run makes and removes it by itself. */
    @Test
    void aDirectoryThatTheRunsMakeIsNoneThatIsReplaced() throws Exception {
        Path data = folder.resolve("data");
        Watcher watcher = new Watcher();
        watcher.whenBegun = number -> {
            try {
                Files.deleteIfExists(data);
                if (number > 1) {
                    Files.createDirectory(data);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        lab.run(lab.plan("""
                label: L
                workload: ingest
                target: gated
                set: {documents: 10, payload: 100, workers: 1, warm-up: none, directory: %s}
                vary: {batch-size: [1, 2, 3]}
                plan: {order: given, fork: none}
                """.formatted(data)), watcher);
        assertThat(lab.history("L")).containsExactly("0.0#1 DONE", "1.0#1 DONE", "2.0#1 DONE");
    }

    @Test
    void workFolderThatCannotBeMadeIsOneLine() throws Exception {
        Files.writeString(folder.resolve("results.db-work"), "a file, so no folder can be made here by anyone");
        assertThatThrownBy(() -> lab.run(lab.matrix("round"), new Watcher())).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("no runner can be started: ").message().hasLineCount(1);
        assertThat(lab.history("L")).containsExactly("0.0#1 INTERRUPTED");
    }

    // ---- forecast ----

    @Test
    void forecastAddsUpSchedulesAndOtherwiseGoesByEarlierRates() throws Exception {
        Submission paced = lab.plan("""
                label: P
                workload: ingest
                target: gated
                set: {documents: 100, rate: 10/s}
                plan: {repeat: 3}
                """);
        assertThat(lab.workbench().forecast().time(paced)).as("with a process and its warm-up in each round")
                .contains(Duration.ofMillis(3 * (10_500 + 2_000)));

        assertThat(lab.workbench().forecast().time(lab.matrix("none"))).as("nothing is known yet").isEmpty();
        lab.run(lab.matrix("none"), new Watcher());
        assertThat(lab.workbench().forecast().time(lab.matrix("none")).orElseThrow()).isPositive();
        assertThat(lab.workbench().forecast().time(matrixWith("documents: 50")).orElseThrow())
                .as("the same, of half as many")
                .isLessThan(lab.workbench().forecast().time(matrixWith("documents: 100")).orElseThrow());
        assertThat(lab.workbench().forecast().time(matrixWith("payload: 9kB"))).as("unlike what was run").isEmpty();
    }

    private Submission matrixWith(String setting) throws Exception {
        return lab.plan("""
                label: L
                workload: ingest
                target: gated
                set: {documents: 100, payload: 100, workers: 1, warm-up: 1ms, gate: %s}
                vary: {batch-size: [1, 2, 3, 4]}
                """.formatted(lab.gate()).replaceAll(setting.replaceAll(":.*", "") + ": [0-9]+", setting));
    }

    /** Short runs are the start of their process more than anything else. */
    @Test
    void eachFreshProcessIsForeseen() throws Exception {
        assertThat(expected("plan: {repeat: 2, fork: round}")).isEqualTo(Duration.ofMillis(2 * (3 * 1_500 + 3_000)));
        assertThat(expected("plan: {repeat: 2, fork: iteration}"))
                .isEqualTo(Duration.ofMillis(2 * 3 * (1_500 + 3_000)));
        assertThat(expected("plan: {repeat: 2, fork: none}")).isEqualTo(Duration.ofMillis(2 * 3 * 1_500));
    }

    private Duration expected(String plan) {
        return lab.workbench().forecast().time(lab.plan("""
                label: P
                workload: ingest
                target: gated
                set: {documents: 10, rate: 10/s, warm-up: 2s}
                vary: {batch-size: [1, 2, 5]}
                """ + plan + "\n")).orElseThrow();
    }

    /** On a slow machine, or one that others use, a process begins later than on a quick one. */
    @Test
    void processesBeginAsLateAsThoseBefore() throws Exception {
        lab.run(lab.matrix("none"), new Watcher());
        double start = lab.workbench().store().newestStarts("ingest", 9).getFirst().number();
        Duration each = expected("plan: {fork: iteration}").minus(expected("plan: {fork: none}")).dividedBy(3);
        assertThat(each.toNanos() / 1e9).isEqualTo(Math.max(0, start - 0.001) + 2, within(0.01));
    }

    /** What earlier iterations took beside their loads stands for what the next ones will. */
    @Test
    void whatWasMeasuredBesideLoadsIsForeseen() throws Exception {
        Submission one = lab.plan("""
                label: P
                workload: ingest
                target: gated
                set: {documents: 10, rate: 10/s}
                plan: {fork: none}
                """);
        assertThat(lab.workbench().forecast().time(one)).contains(Duration.ofMillis(1_500));
        lab.run(lab.matrix("none"), new Watcher());
        double beside = lab.workbench().store().newestOverheads("ingest", 9).stream().sorted().toList().get(2);
        assertThat(lab.workbench().forecast().time(one))
                .contains(Duration.ofNanos((long) (beside * 1e9) + 1_000_000_000L));
    }

    private void closed(boolean on) {
        sign("closed", on);
    }

    private void broken(boolean on) {
        sign("broken", on);
    }

    private void sign(String name, boolean on) {
        try {
            Path file = lab.gate().resolve(name);
            if (on && Files.notExists(file)) {
                Files.createFile(file);
            } else if (!on) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    private static void run(Work work) {
        try {
            work.run();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
