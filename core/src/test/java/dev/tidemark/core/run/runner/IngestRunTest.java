package dev.tidemark.core.run.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.MemoryDriver;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.RunEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ingest, whole, against a store in memory. */
class IngestRunTest {

    @TempDir
    Path folder;

    private Runs runs;

    @BeforeEach
    void begin() {
        runs = new Runs(folder);
    }

    private static Map<String, String> stored() {
        Map<String, String> stored = new TreeMap<>();
        MemoryDriver.DOCUMENTS.forEach((uri, content) -> stored.put(uri,
                new String(content, StandardCharsets.ISO_8859_1)));
        return stored;
    }

    private void isDone(RunEvent.Ended ended) {
        assertThat(ended).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
    }

    private static void isInvalid(RunEvent.Ended ended, String why) {
        assertThat(ended).isEqualTo(new RunEvent.Ended(7, IterationState.INVALID, why));
    }

    // ---- what is stored

    @ParameterizedTest
    @ValueSource(strings = {"text", "binary"})
    void theSameDocumentsAreStoredOnceWhateverTheNumberOfWorkers(String content) {
        isDone(runs.run("documents", "500", "workers", "1", "payload", "300", "content", content));
        Map<String, String> one = stored();
        assertThat(one).hasSize(500);
        for (String workers : List.of("4", "16")) {
            isDone(runs.run("documents", "500", "workers", workers, "payload", "300", "content", content,
                    "batch-size", "7"));
            assertThat(stored()).isEqualTo(one);
        }
    }

    @Test
    void anotherSeedMakesOtherDocuments() {
        runs.run("documents", "20");
        Map<String, String> first = stored();
        runs.seed = 2;
        runs.run("documents", "20");
        assertThat(stored().values()).doesNotContainAnyElementsOf(first.values());
    }

    @Test
    void theLastBatchIsSmallerWhereTheDocumentsDoNotDivide() {
        isDone(runs.run("documents", "100", "batch-size", "7", "workers", "3"));
        assertThat(stored()).hasSize(100);
        int[] sizes = MemoryDriver.BATCHES.stream().mapToInt(Integer::intValue).sorted().toArray();
        assertThat(sizes).hasSize(15).startsWith(2, 7);
        assertThat(Arrays.stream(sizes).sum()).isEqualTo(100);
        assertThat(runs.series().total().operations()).isEqualTo(15);
        assertThat(runs.series().total().units()).isEqualTo(100);
    }

    @Test
    void aBatchLargerThanTheAmountIsOneTransaction() {
        isDone(runs.run("documents", "5", "batch-size", "100"));
        assertThat(MemoryDriver.BATCHES).containsExactly(5);
    }

    @Test
    void userBytesAreThoseOfDocumentsAndTheirUris() {
        runs.run("documents", "50", "batch-size", "4");
        long bytes = stored().entrySet().stream().mapToLong(e -> e.getKey().length() + e.getValue().length()).sum();
        assertThat(runs.series().total().bytesIn()).isEqualTo(bytes);
        assertThat(runs.measures()).containsEntry("write-amplification", 1.0).containsEntry("space-amplification", 1.0);
    }

    // ---- how much

    /** Slots are due every 20 ms, the last at 3.98 s; each takes 1 ms, and the last lasts for its 20 ms, too. */
    @Test
    void rateTimesDurationOffersTheirProduct() {
        isDone(runs.run("rate", "50/s", "duration", "4s", "workers", "2"));
        assertThat(stored()).hasSize(200);
        assertThat(runs.measures()).containsEntry("elapsed", 4.0).containsEntry("documents-per-second", 50.0)
                .containsEntry("response.max", 1.0);
        assertThat(runs.headline().orElseThrow().censored()).isZero();
    }

    /** A target that is too slow gets all that was offered, late, rather than less. */
    @Test
    void aTargetThatCannotKeepUpIsStillGivenTheWholeProduct() {
        isDone(runs.run("rate", "100/s", "duration", "1s", "workers", "1", "service-time", "20ms"));
        assertThat(stored()).hasSize(100);
        assertThat(runs.measures()).containsEntry("elapsed", 2.0);
        // the last slot is due at 0.99 s and answered at 2 s
        assertThat(runs.measures().get("response.max")).isCloseTo(1010, within(1.1));
    }

    @Test
    void aBatchTakesItsShareOfTheRate() {
        isDone(runs.run("rate", "100/s", "documents", "100", "batch-size", "10"));
        assertThat(runs.measures()).containsEntry("elapsed", 1.0).containsEntry("documents-per-second", 100.0);
        isDone(runs.run("rate", "100/s", "documents", "14", "batch-size", "10")); // the last has four
        assertThat(runs.measures()).containsEntry("elapsed", 0.14);
    }

    /** 20 and 40 documents in two seconds, in fours: the last of 15 batches is due at 1.9 s. */
    @Test
    void stepsAreTheAmountUnlessDocumentsWereAskedFor() {
        isDone(runs.run("arrivals", "steps", "rate-steps", "20/s for 1s; 40/s for 1s", "batch-size", "4"));
        assertThat(stored()).hasSize(60);
        assertThat(runs.measures().get("elapsed")).isCloseTo(2, within(1e-9));
        isDone(runs.run("arrivals", "steps", "rate-steps", "20/s for 1s; 40/s for 1s", "documents", "30"));
        assertThat(stored()).hasSize(30);
        assertThat(runs.measures().get("elapsed")).isCloseTo(1.25, within(1e-9));
    }

    /** Two workers of 10 ms each start their last operation before 1 s has passed. */
    @Test
    void aDurationAloneEndsTheRunByTime() {
        isDone(runs.run("duration", "1s", "workers", "2", "service-time", "10ms"));
        assertThat(stored()).hasSize(200);
        assertThat(runs.measures()).containsEntry("elapsed", 1.0).containsEntry("documents-per-second", 200.0)
                .containsEntry("documents", 200.0);
    }

    @Test
    void documentsAndADurationEndWithWhateverComesFirst() {
        isDone(runs.run("documents", "1k", "duration", "1s", "workers", "1", "service-time", "10ms"));
        assertThat(stored()).hasSize(100);
        isDone(runs.run("documents", "50", "duration", "1s", "workers", "1", "service-time", "10ms"));
        assertThat(stored()).hasSize(50);
    }

    @Test
    void thinkTimeLiesBetweenTheTransactionsOfAWorker() {
        isDone(runs.run("documents", "11", "workers", "1", "think-time", "9ms"));
        assertThat(runs.measures()).containsEntry("elapsed", 0.101).containsEntry("response.max", 1.0)
                .containsEntry("outside-target", 0.0);
    }

    // ---- files

    private Path files(String... names) throws IOException {
        Path source = Files.createDirectories(folder.resolve("source"));
        for (String name : names) {
            Path file = source.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "content of " + name);
        }
        return source;
    }

    @Test
    void everyFileIsStoredOnce() throws IOException {
        Path source = files("a.txt", "with blank.txt", "per%cent?&=.txt", "ümlaut", ".hidden", "empty",
                "sub/inner.txt");
        Files.writeString(source.resolve("empty"), "");
        isDone(runs.run("source", "directory", "source-directory", source.toString(), "workers", "3"));
        assertThat(stored().keySet()).hasSize(6).contains("/a.txt", "/with%20blank.txt", "/.hidden", "/empty");
        assertThat(stored()).containsEntry("/a.txt", "content of a.txt").containsEntry("/empty", "");
        isDone(runs.run("source", "directory", "source-directory", source.toString(), "recursive", "true"));
        assertThat(stored()).hasSize(7).containsEntry("/sub/inner.txt", "content of sub/inner.txt");
    }

    @Test
    void readingAFileIsATimedStep() throws IOException {
        String source = files("a", "b", "c").toString();
        isDone(runs.run("source", "directory", "source-directory", source, "batch-size", "2"));
        assertThat(runs.series().histogram(new SeriesKey("insert", "read", LatencyKind.SERVICE, false)).orElseThrow()
                .count())
                .isEqualTo(2);
        isDone(runs.run("documents", "2"));
        assertThat(runs.series().histogram(new SeriesKey("insert", "read", LatencyKind.SERVICE, false))).isEmpty();
    }

    @Test
    void wrappingReachesTheDocumentsWithCopies() throws IOException {
        String source = files("a", "b", "c").toString();
        isDone(runs.run("source", "directory", "source-directory", source, "wrap", "true", "documents", "7"));
        assertThat(stored().keySet()).containsExactlyInAnyOrder("/a", "/b", "/c", "/a?copy=1", "/b?copy=1", "/c?copy=1",
                "/a?copy=2");
    }

    @Test
    void moreDocumentsThanFilesAreRefusedWithTheWayOut() throws IOException {
        Path source = files("a", "b", "c");
        RunEvent.Ended ended = runs.run("source", "directory", "source-directory", source.toString(), "documents", "7");
        assertThat(ended).isEqualTo(new RunEvent.Ended(7, IterationState.FAILED, "documents: " + source
                + " holds 3 files, fewer "
                + "than the 7 wanted; set wrap to take them again and again"));
        assertThat(runs.run("source", "directory", "source-directory", source.toString(), "arrivals", "steps",
                "rate-steps", "7/s for 1s")).as("steps are an amount, too").isEqualTo(ended);
        isDone(runs.run("source", "directory", "source-directory", source.toString(), "documents", "2"));
        assertThat(stored()).hasSize(2);
    }

    @Test
    void rateTimesDurationHoldsForFilesToo() throws IOException {
        String source = files("a", "b", "c", "d").toString();
        isDone(runs.run("source", "directory", "source-directory", source, "rate", "1/s", "duration", "3s"));
        assertThat(stored()).hasSize(3);
    }

    @Test
    void aFileThatVanishesFailsUnderItsName() throws IOException {
        Path source = files("a", "b", "c");
        MemoryDriver.hook = step -> {
            if (step.equals("session")) {
                Files.deleteIfExists(source.resolve("b"));
            }
        };
        isInvalid(runs.run("source", "directory", "source-directory", source.toString()),
                "1 of 3 failed, more than the "
                + "failure-limit of none: " + source.resolve("b") + " is gone since the source directory was listed");
        assertThat(stored()).hasSize(2);
    }

    // ---- what may go wrong

    @Test
    void anInsertThatIsNotBlindCountsWhatIsThere() {
        runs.run("documents", "30");
        Map<String, byte[]> some = new TreeMap<>();
        MemoryDriver.DOCUMENTS.entrySet().stream().limit(12).forEach(e -> some.put(e.getKey(), e.getValue()));
        MemoryDriver.overwrites = true;
        MemoryDriver.hook = step -> {
            if (step.equals("session")) {
                MemoryDriver.DOCUMENTS.putAll(some);
            }
        };
        isDone(runs.run("documents", "30", "batch-size", "4", "blind-insert", "false", "workers", "1"));
        assertThat(runs.series().total().hits()).isEqualTo(12);
        assertThat(runs.series().histogram(new SeriesKey("insert", "check", LatencyKind.SERVICE, false)).orElseThrow()
                .count())
                .isEqualTo(8);
    }

    /** Fails each tenth transaction. */
    private static void failEachTenth(Exception failure) {
        AtomicInteger commits = new AtomicInteger();
        MemoryDriver.commit = uris -> {
            if (commits.incrementAndGet() % 10 == 0) {
                throw failure;
            }
            return 0;
        };
    }

    @ParameterizedTest
    @CsvSource({"none, 10 of 100 failed, more than the failure-limit of none: no room",
            "9.9%, 10 of 100 failed, more than "
        + "the failure-limit of 9.9%: no room"})
    void failuresAboveTheLimitMakeARunInvalid(String limit, String a, String b) {
        failEachTenth(new IOException("no room"));
        isInvalid(runs.run("documents", "100", "failure-limit", limit), a + ", " + b);
        assertThat(runs.measures()).containsEntry("failures", 10.0);
    }

    /** 0.29 × 100 is a little less than 29 in binary arithmetic. */
    @Test
    void failuresUpToTheLimitAreCountedAndNamed() {
        AtomicInteger commits = new AtomicInteger();
        MemoryDriver.commit = uris -> {
            if (commits.incrementAndGet() <= 29) {
                throw new IOException("no room");
            }
            return 0;
        };
        isDone(runs.run("documents", "100", "failure-limit", "29%"));
        assertThat(runs.outcomes()).containsExactlyInAnyOrder(new OutcomeCount(0, "insert", Outcome.OK, "", 71, 71),
                new OutcomeCount(0, "insert", Outcome.FAILURE, "no room", 29, 29));
        assertThat(runs.measures()).containsEntry("failures", 29.0);
        assertThat(stored()).hasSize(71);
    }

    @Test
    void aFailedTransactionLosesAllOfItsDocuments() {
        failEachTenth(new IOException("no room"));
        isDone(runs.run("documents", "95", "batch-size", "10", "workers", "1", "failure-limit", "10%"));
        assertThat(runs.outcomes()).contains(new OutcomeCount(0, "insert", Outcome.FAILURE, "no room", 1, 5));
        assertThat(runs.measures()).containsEntry("failures", 5.0);
        assertThat(runs.workers()).extracting(WorkerCount::units).containsExactly(90L);
    }

    @Test
    void pushBacksAndTimeoutsAreNoFailuresOfTheTargetButCount() {
        failEachTenth(new OverloadedException("busy"));
        isDone(runs.run("documents", "100", "failure-limit", "10%"));
        assertThat(runs.outcomes()).contains(new OutcomeCount(0, "insert", Outcome.PUSH_BACK, "busy", 10, 10));
        failEachTenth(new TimeoutException("no answer"));
        isDone(runs.run("documents", "100", "failure-limit", "10%"));
        assertThat(runs.outcomes()).contains(new OutcomeCount(0, "insert", Outcome.TIMEOUT, "no answer", 10, 10));
        assertThat(runs.measures()).containsEntry("failures", 10.0);
    }

    @Test
    void ofAPartialBatchOnlyWhatWasStoredCounts() {
        MemoryDriver.commit = uris -> 1;
        isDone(runs.run("documents", "100", "batch-size", "10", "workers", "1", "failure-limit", "10%", "payload",
                "1kB",
                "content", "binary"));
        assertThat(stored()).hasSize(90);
        assertThat(runs.outcomes())
                .containsExactly(new OutcomeCount(0, "insert", Outcome.PARTIAL, "documents not stored", 10, 10));
        Map<String, Double> measures = runs.measures();
        assertThat(measures).containsEntry("failures", 10.0).containsEntry("elapsed", 0.01)
                .containsEntry("documents-per-second", 9000.0).containsEntry("write-amplification", 1.0);
        // Not all was done, so there is no latency that may be averaged.
        assertThat(measures).doesNotContainKey("response.p50");
    }

    @Test
    void whenNothingIsStoredNothingIsWholeButTheDuration() {
        MemoryDriver.commit = List::size;
        isInvalid(runs.run("documents", "10", "workers", "1"), "10 of 10 failed, more than the failure-limit of none: "
                + "documents not stored");
        assertThat(runs.measures()).containsEntry("elapsed", 0.01).containsEntry("documents-per-second", 0.0)
                .containsEntry("mb-per-second", 0.0).containsEntry("failures", 10.0)
                .doesNotContainKeys("response.mean", "write-amplification");
    }

    @Test
    void anAnswerThatNeverComesMakesTheRunInvalid() {
        AtomicInteger commits = new AtomicInteger();
        MemoryDriver.commit = uris -> {
            if (commits.incrementAndGet() == 5) {
                runs.clock.sleepUntil(runs.clock.nanoTime() + 3_600_000_000_000L);
            }
            return 0;
        };
        isInvalid(runs.run("documents", "100", "workers", "2", "drain-limit", "1s", "settle", "false"),
                "the target never answered for 1 of 100 documents");
        assertThat(runs.headline().orElseThrow().censored()).isEqualTo(1);
        assertThat(runs.notes("warning")).anyMatch(text -> text.startsWith("1 worker was given up"));
    }

    // ---- verification

    private static int readsOf(Runs runs) {
        return runs.detail().phases().stream().filter(p -> p.phase() == Phase.VERIFY).mapToInt(p ->
                (int) runs.workers().stream().filter(w -> w.phase() == p.index()).mapToLong(WorkerCount::operations)
                        .sum())
                .sum();
    }

    @ParameterizedTest
    @CsvSource({"all, 103", "10%, 11", "50%, 52", "0.1%, 1", "none, 0"})
    void aShareOfTheDocumentsIsReadBackAndCompared(String share, int reads) {
        isDone(runs.run("documents", "103", "batch-size", "10", "verify", share));
        assertThat(readsOf(runs)).isEqualTo(reads);
    }

    private List<LoggedOperation> failed() {
        return runs.events(RunEvent.OperationsLogged.class).stream().flatMap(l -> l.operations().stream())
                .filter(o -> o.why() == LoggedOperation.Why.FAILED).toList();
    }

    @Test
    void documentsThatFailedAreRememberedByTheirUri() {
        failEachTenth(new TimeoutException("no answer"));
        isDone(runs.run("documents", "300", "failure-limit", "10%"));
        assertThat(failed()).hasSize(20).allMatch(o -> o.outcome() == Outcome.TIMEOUT
                && o.reason().equals("no answer"));
        assertThat(failed()).extracting(LoggedOperation::name).doesNotHaveDuplicates().doesNotContain("")
                .doesNotContainAnyElementsOf(stored().keySet());
        List<String> slow = runs.events(RunEvent.OperationsLogged.class).getFirst().operations().stream()
                .filter(o -> o.why() == LoggedOperation.Why.SLOW && o.outcome() == Outcome.OK)
                .map(LoggedOperation::name)
                .toList();
        assertThat(slow).isNotEmpty().isSubsetOf(stored().keySet());
    }

    @Test
    void documentsThatWereChangedAreRememberedByTheirUri() {
        MemoryDriver.store = document -> {
            if (MemoryDriver.DOCUMENTS.size() == 17) {
                document.getValue()[50] ^= 1;
            }
            return document;
        };
        runs.run("documents", "100", "payload", "200", "verify", "all", "workers", "1", "batch-size", "10");
        assertThat(failed()).hasSize(1);
        assertThat(failed().getFirst().name()).isIn(stored().keySet());
        assertThat(failed().getFirst().reason()).isEqualTo("the content differs from what was stored");
    }

    @ParameterizedTest
    @CsvSource({"text", "binary"})
    void aDocumentThatWasChangedMakesTheRunInvalid(String content) {
        MemoryDriver.store = document -> {
            if (MemoryDriver.DOCUMENTS.size() == 17) {
                document.getValue()[50] ^= 1;
            }
            return document;
        };
        isInvalid(runs.run("documents", "100", "payload", "200", "content", content, "verify", "all"),
                "verification failed for 1 document: the content differs from what was stored");
        assertThat(runs.measures()).containsEntry("failures", 0.0);
    }

    @Test
    void aDocumentThatWasCutOrGrownMakesTheRunInvalid() {
        MemoryDriver.store = document -> Map.entry(document.getKey(), Arrays.copyOf(document.getValue(),
                document.getValue().length + (MemoryDriver.DOCUMENTS.size() % 2 == 0 ? -1 : 200_000)));
        isInvalid(runs.run("documents", "20", "payload", "200", "verify", "all"),
                "verification failed for 20 documents: the content differs from what was stored");
    }

    @Test
    void aDocumentThatWasLostMakesTheRunInvalid() {
        MemoryDriver.store = document -> MemoryDriver.DOCUMENTS.size() % 10 == 9 ? null : document;
        RunEvent.Ended ended = runs.run("documents", "100", "verify", "all", "workers", "1");
        isInvalid(ended, "verification failed for 91 documents: an acknowledged document is not there");
    }

    @Test
    void aReadThatFailsMakesTheRunInvalid() {
        AtomicInteger reads = new AtomicInteger();
        MemoryDriver.hook = step -> {
            if (step.equals("read") && reads.incrementAndGet() == 3) {
                throw new IOException("checksum mismatch");
            }
        };
        isInvalid(runs.run("documents", "20", "verify", "all"),
                "verification failed for 1 document: checksum mismatch");
    }

    /** A target that is gone has lost nothing that anybody knew of. */
    @Test
    void ofWhatCouldNotBeReadItIsSaidThatNobodyKnows() {
        AtomicInteger reads = new AtomicInteger();
        MemoryDriver.hook = step -> {
            if (step.equals("read") && reads.incrementAndGet() > 18) {
                throw new DriverException("no connection to 127.0.0.1:1") {
                    @Override
                    public boolean refusesConnection() {
                        return true;
                    }
                };
            }
        };
        isInvalid(runs.run("documents", "20", "verify", "all"), "the target did not come back after the load: of 2 "
                + "documents that it had acknowledged nobody knows whether they are there: no connection to 127.0.0.1:1");
        reads.set(0);
        MemoryDriver.hook = step -> {
            if (step.equals("read") && reads.incrementAndGet() == 3) {
                throw new DriverException("the connection broke") {
                    @Override
                    public boolean losesConnection() {
                        return true;
                    }
                };
            }
        };
        isInvalid(runs.run("documents", "20", "verify", "all"), "the target did not answer the verification: of 1 "
                + "document that it had acknowledged nobody knows whether they are there: the connection broke");
    }

    @Test
    void onlyWhatWasAcknowledgedIsDemanded() {
        failEachTenth(new IOException("no room"));
        isDone(runs.run("documents", "100", "verify", "all", "failure-limit", "10%"));
        assertThat(readsOf(runs)).isEqualTo(90);
    }

    @Test
    void aRunThatEndedByTimeIsVerifiedAsFarAsItCame() {
        isDone(runs.run("duration", "1s", "workers", "2", "service-time", "10ms", "batch-size", "3", "verify", "all"));
        assertThat(readsOf(runs)).isEqualTo(600);
    }

    @Test
    void filesAreVerifiedAgainstThemselves() throws IOException {
        String source = files("a", "b", "c").toString();
        isDone(runs.run("source", "directory", "source-directory", source, "verify", "all"));
        MemoryDriver.store = document -> document.getKey().equals("/b") ? null : document;
        isInvalid(runs.run("source", "directory", "source-directory", source, "verify", "all"),
                "verification failed for 1 document: an acknowledged document is not there");
    }

    // ---- phases

    @Test
    void theMeasuredPhaseIsFollowedBySettlingAndVerifying() {
        isDone(runs.run("documents", "10", "workers", "1", "verify", "all"));
        assertThat(runs.detail().phases()).extracting(PhaseSpan::phase)
                .containsExactly(Phase.MEASURE, Phase.SETTLE, Phase.VERIFY);
        assertThat(runs.detail().phases()).extracting(PhaseSpan::index).containsExactly(0, 1, 2);
        // The target settles for half a second.
        assertThat(runs.measures().get("settled")).isCloseTo(0.51, within(1e-9));
        assertThat(runs.readings()).extracting(TimedSnapshot::moment).containsExactly("start", "end", "settled");
    }

    /** Workers that take long to connect and to close are not what the figures of devices and processors are about. */
    @Test
    void theMachinesAreReadWhenTheMeasuredPhaseBeginsAndWhenItEnds() {
        MemoryDriver.hook = step -> {
            if (step.startsWith("session")) {
                runs.clock.sleepUntil(runs.clock.nanoTime() + 3_000_000_000L);
            }
        };
        isDone(runs.run("documents", "2000", "workers", "2", "batch-size", "1", "settle", "false"));
        PhaseSpan load = runs.headline().orElseThrow();
        List<TimedSnapshot> readings = runs.detail().readings();
        assertThat(load.nanos()).isEqualTo(1_000_000_000L);
        assertThat(readings).filteredOn(r -> r.moment().equals(TimedSnapshot.START)).extracting(TimedSnapshot::at)
                .isNotEmpty().allSatisfy(at -> assertThat(load.start() - at).isBetween(0L, 10_000_000L));
        assertThat(readings).filteredOn(r -> r.moment().equals(TimedSnapshot.END)).extracting(TimedSnapshot::at)
                .isNotEmpty().allSatisfy(at -> assertThat(at - load.end()).isBetween(0L, 10_000_000L));
    }

    /** Of what is sampled, as waits, nobody knows what was between readings that are far apart. */
    @Test
    void theTargetIsReadWithinLongIntervalsToo() {
        isDone(runs.run("rate", "10/s", "duration", "100s", "interval", "50s", "settle", "false"));
        List<Long> at = runs.readings().stream().map(TimedSnapshot::at).toList();
        assertThat(at).hasSizeBetween(9, 12);
        assertThat(IntStream.range(1, at.size()).mapToLong(i -> at.get(i) - at.get(i - 1)))
                .allMatch(gap -> gap < 13_000_000_000L);
    }

    @Test
    void withoutSettlingTheLastReadingIsThatAtTheEnd() {
        isDone(runs.run("documents", "10", "settle", "false"));
        assertThat(runs.detail().phases()).extracting(PhaseSpan::phase).containsExactly(Phase.MEASURE);
        assertThat(runs.measures()).doesNotContainKey("settled").containsEntry("documents", 10.0);
    }
}
