package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.driver.contract.StandInServer.Request;
import dev.tidemark.driver.contract.StandInServer.Reply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can happen to requests for an index of one's own on a search server, and what each of it is counted as. */
public abstract class OwnIndexTroubleContract {

    private static final Map<String, Reply> TROUBLE = Map.of("busy", new Reply(429, "application/json",
            "{\"error\":{\"msg\":\"the queue is full\",\"reason\":\"the queue is full\"}}"),
            "proxy", new Reply(502, "text/html", "<html><head><title>502 Bad Gateway</title></head></html>"),
            "login", new Reply(200, "text/html", "<html><body>Please log in</body></html>"));

    @TempDir
    private Path folder;
    private final CountDownLatch over = new CountDownLatch(1);
    private RecordedRun run;

    @AfterEach
    void release() {
        over.countDown();
    }

    protected abstract String driver();

    /** A line of a log that asks for a word. */
    protected abstract String line(String word);

    /** The answer to anything that goes well. */
    protected abstract Reply answer(Request request);

    /** The same where a shard did not answer. */
    protected abstract Reply partial();

    /** What the server says where there is no such index. */
    protected abstract Reply gone();

    private Reply trouble(Request request) {
        if (request.path().contains("slow")) {
            await();
        }
        return TROUBLE.entrySet().stream().filter(one -> request.path().contains("q=" + one.getKey()))
                .map(Map.Entry::getValue).findFirst().orElseGet(() -> request.path().contains("q=gone") ? gone()
                        : request.path().contains("q=partial") ? partial() : answer(request));
    }

    private void await() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(String address, List<String> words) throws IOException {
        Path log = Files.write(folder.resolve("requests.log"), words.stream().map(this::line).toList());
        run = RecordedRun.of(RecordedRun.request(1, "query", driver(), RecordedRun.point("query", driver(), "address: \""
                + address + "\", index: books, operation-timeout: 500ms, query-log: \"" + log + "\", queries: "
                + words.size() + ", workers: 1, warm-up-queries: none, checked-queries: none, slowest-queries: none, "
                + "failure-limit: 100%"), folder));
    }

    private List<OutcomeCount> outcomes(Outcome outcome) {
        return run.all(RunEvent.PhaseEnded.class).filter(p -> p.span().headline()).flatMap(p -> p.outcomes().stream())
                .filter(o -> o.outcome() == outcome).toList();
    }

    private long count(Outcome outcome) {
        return outcomes(outcome).stream().mapToLong(OutcomeCount::operations).sum();
    }

    @Test
    void eachTroubleHasItsOutcome() throws IOException {
        try (StandInServer server = new StandInServer(this::trouble)) {
            run(server.address(), List.of("sea", "slow", "busy", "proxy", "login", "gone", "partial", "sea"));
        }
        assertThat(count(Outcome.OK)).as(run.toString()).isEqualTo(2);
        assertThat(count(Outcome.TIMEOUT)).isEqualTo(1);
        assertThat(outcomes(Outcome.PUSH_BACK)).singleElement().extracting(OutcomeCount::reason).asString()
                .contains("the queue is full");
        assertThat(outcomes(Outcome.PARTIAL)).hasSize(1);
        assertThat(outcomes(Outcome.FAILURE)).extracting(OutcomeCount::reason).hasSize(3)
                .anyMatch(reason -> reason.contains("502"))
                .anyMatch(reason -> reason.contains("is none of this server's"))
                .anyMatch(reason -> reason.contains("books") || reason.contains("404"));
    }

    /** What it had begun fails; all else goes to the other one. */
    @Test
    void aNodeThatStopsInTheMiddleCostsWhatItHadBegun() throws IOException {
        CopyOnWriteArrayList<StandInServer> stopping = new CopyOnWriteArrayList<>();
        try (StandInServer other = new StandInServer(this::answer); StandInServer one = new StandInServer(request -> {
            if (request.path().contains("q=stop")) {
                stopping.forEach(StandInServer::close);
            }
            return answer(request);
        })) {
            stopping.add(one);
            run(one.address() + "," + other.address(), Stream.of(List.of("sea", "sea", "stop", "stop"),
                    Collections.nCopies(16, "sea")).flatMap(List::stream).toList());
        }
        assertThat(count(Outcome.OK)).as(run.toString()).isGreaterThanOrEqualTo(18);
        assertThat(count(Outcome.OK) + count(Outcome.CONNECTION_LOST) + count(Outcome.FAILURE)).isEqualTo(20);
        assertThat(notes()).filteredOn(note -> note.contains("is passed over")).hasSize(1);
    }

    private List<String> notes() {
        return run.notes().stream().map(note -> Optional.ofNullable(note.text()).orElse("")).toList();
    }
}
