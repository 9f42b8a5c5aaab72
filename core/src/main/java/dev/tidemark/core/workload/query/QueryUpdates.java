package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.data.search.Queries;
import dev.tidemark.core.data.search.QueryLog;
import dev.tidemark.core.data.search.RecordedQueries;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchDocuments;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.workload.WorkloadContext;

/**
 * Documents that are added or replaced while queries are measured, at a rate of their own, and refreshes that make them
 * found.
 *
 * @param rate    documents per second
 * @param adds    whether they are new ones; else each takes the place of an equal one
 * @param workers that send them
 * @param refresh time from one refresh to the next; empty for none
 * @param first   number of the first worker's session
 * @param sent    requests of the user's that are sent instead, to an index of theirs; null for none
 */
record QueryUpdates(double rate, boolean adds, int workers, Optional<Duration> refresh, int first, Queries sent) {

    static final String UPDATE = "update";
    static final String REFRESH = "refresh";

    /** Those of the queries, too, as the kinds are a whole stage's. */
    static final OperationKinds KINDS = new OperationKinds(Stream.concat(QueryKind.ALL.operations().stream(),
            Stream.of(UPDATE, REFRESH)).toList(), QueryKind.ALL.steps());

    /** Less of what was due is told as a warning. */
    private static final double KEPT_UP = 0.95;

    /** What happens to a document. */
    enum Kind {
        REPLACE, ADD
    }

    static final Param<Double> RATE = Param.rate("updates").ofTask().orElse("none").atLeast(1e-3).atMost(1e6)
            .help("documents that are added or replaced per second while queries are measured, or with update-requests "
                    + "requests; none: the index stays as it is");
    static final Param<Path> REQUESTS = Param.path("update-requests").reaching(Reach.SCRIPT).orElse("none")
            .help("with updates of an index of one's own and allow-writes: a file of requests that change it, on each "
                    + "line an object in JSON with path and body; after the last comes the first again");
    static final Param<Boolean> ALLOWED = Param.flag("allow-writes").byDefault(false)
            .help("whether update-requests may change the index of one's own; they stay in it afterwards");
    static final Param<Kind> KIND = Param.oneOf("update-kind", Kind.class).byDefault(Kind.REPLACE)
            .help("with updates, replace: by an equal document, so that answers stay the same; add: new documents with "
                    + "the text of others, so that answers are not compared and no recall is stated");
    static final Param<Long> WORKERS = Param.count("update-workers").pace().byDefault(1L).atLeast(1).atMost(1024)
            .help("with updates, workers that send them, each one document at a time");
    static final Param<Duration> REFRESH_INTERVAL = Param.duration("refresh-interval").byDefault(Duration.ofSeconds(1))
            .orElse("none").atLeast(1e-2).help("with updates, time after which what was updated is written and found; "
                    + "none: when the engine does that by itself");

    /** @param first number of the first session that queries do not use; empty where nothing is updated */
    static Optional<QueryUpdates> of(Values values, int first) {
        int workers = Math.toIntExact(values.get(WORKERS));
        return values.find(RATE).map(rate -> values.find(REQUESTS).isPresent()
                ? new QueryUpdates(rate, true, workers, Optional.empty(), first, sent(values))
                : new QueryUpdates(rate, values.get(KIND) == Kind.ADD, workers, values.find(REFRESH_INTERVAL), first,
                        null));
    }

    /** @throws InvalidInputException when the file holds anything else than requests */
    private static Queries sent(Values values) {
        Path file = values.get(REQUESTS);
        QueryLog log = QueryLog.read(file, true);
        if (log.malformed() > 0 || log.others() > 0 || log.requests().contains(null)) {
            throw new InvalidInputException(REQUESTS.name() + ": " + file + " has lines that are no requests"
                    + (log.malformed() > 0 ? "; the first is " + log.firstBad() : ", as objects in JSON with path and "
                    + "body are"));
        }
        return new RecordedQueries(log);
    }

    /** Whether they change an index of the user's. @throws InvalidInputException when that is not said whole */
    static boolean ofOwn(Values values) {
        boolean file = values.find(REQUESTS).isPresent();
        if (file != values.get(ALLOWED) || file && values.find(RATE).isEmpty()) {
            throw new InvalidInputException(REQUESTS.name() + " go with " + RATE.name() + ", how many of them are sent "
                    + "per second, and with " + ALLOWED.name() + ": true, as they change the index and stay in it");
        }
        if (file) {
            sent(values);
        }
        return file;
    }

    /** Who sends updates, and who refreshes. */
    List<WorkerGroup> groups(WorkloadContext context, SearchDocuments documents) {
        SearchTarget target = (SearchTarget) context.target();
        List<WorkerGroup> groups = new ArrayList<>();
        groups.add(group(workers, rate, worker -> {
            SearchSession session = target.session(first + worker, SearchSession.class);
            session.openAhead();
            return sent == null ? new Updater(session, documents, adds, context.seed()) : new Sender(session, sent);
        }));
        refresh.ifPresent(every -> groups.add(group(1, 1e9 / every.toNanos(), _ -> new Refresher(target))));
        return groups;
    }

    private static WorkerGroup group(int workers, double rate, ActorFactory actors) {
        return new WorkerGroup(SeriesSet.BACKGROUND, new Load.Open(workers, Schedules.constant(rate)), Limit.UNLIMITED,
                actors);
    }

    /** That there were fewer updates than was said, and why, as a sentence. */
    Optional<String> warning(StageResult measured) {
        double seconds = measured.span().nanos() / 1e9;
        Map<Boolean, Long> taken = measured.outcomes().stream()
                .filter(o -> o.kind().equals(QualifiedNames.name(SeriesSet.BACKGROUND, UPDATE)))
                .collect(Collectors.partitioningBy(o -> o.outcome().answered(),
                        Collectors.summingLong(OutcomeCount::operations)));
        long done = taken.get(true);
        long failed = taken.get(false);
        return keepsUp(done, seconds) ? Optional.empty() : Optional.of(String.format(Locale.ROOT,
                "Only %.1f updates per second were taken, not %s: %s.", done / seconds, Types.RATE.format(rate),
                keepsUp(done + failed, seconds) ? failed + " of " + (done + failed) + " failed"
                        : "one waits until the one before it was taken, so that more update-workers may help"));
    }

    /** The last one that was due may be in progress. */
    private boolean keepsUp(long updates, double seconds) {
        return (updates + 1) / (rate * seconds) >= KEPT_UP;
    }

    /** What is to be known of answers. */
    Optional<String> note() {
        return sent != null ? Optional.of("The index was changed while queries were measured, by requests that stay "
                + "in it: answers were not compared.") : adds ? Optional.of("Documents were added while queries were "
                + "measured: answers were not compared, and no recall is stated.") : Optional.empty();
    }

    /** Sends one document after the other. */
    private static final class Updater implements Actor {
        private final SearchSession session;
        private final SearchDocuments documents;
        private final boolean adds;
        private final long seed;
        private SearchDocument document;

        Updater(SearchSession session, SearchDocuments documents, boolean adds, long seed) {
            this.session = session;
            this.documents = documents;
            this.adds = adds;
            this.seed = seed;
        }

        @Override
        public int prepare(int lane, long n) throws IOException {
            document = adds ? added(n) : documents.document(replaced(n));
            return KINDS.operations().indexOf(UPDATE);
        }

        private SearchDocument added(long n) throws IOException {
            SearchDocument like = documents.document(n % documents.count());
            return new SearchDocument(documents.count() + n, like.text(), like.bucket(), like.vector());
        }

        /** Any of them, some more than once. */
        private long replaced(long n) {
            return Math.floorMod(SplitMix64.mix(seed + (n + 1) * SplitMix64.STEP), documents.count());
        }

        @Override
        public long stepNanos(int i, long clocked) {
            return -1; // the engine says nothing of its own time
        }

        @Override
        public Outcome step(int i, Tally tally) throws Exception {
            session.add(List.of(document));
            tally.units = 1;
            tally.bytesIn = document.text().length();
            return Outcome.OK;
        }

        @Override
        public String name(int lane, long n) {
            return "document " + (adds ? documents.count() + n : replaced(n));
        }

        @Override
        public void close() throws Exception {
            session.close();
        }
    }

    /** Sends one request of the user's after the other. */
    private static final class Sender implements Actor {
        private final SearchSession session;
        private final Queries sent;
        private final SearchAnswer answer = new SearchAnswer(0);
        private SearchRequest request;

        Sender(SearchSession session, Queries sent) {
            this.session = session;
            this.sent = sent;
        }

        @Override
        public int prepare(int lane, long n) {
            request = new SearchRequest(sent.query(sent.at(n)), 0, false, 0);
            return KINDS.operations().indexOf(UPDATE);
        }

        @Override
        public long stepNanos(int i, long clocked) {
            return -1;
        }

        @Override
        public Outcome step(int i, Tally tally) throws Exception {
            session.search(request, answer);
            if (answer.partial != null) {
                tally.failedUnits = 1;
                tally.reason = answer.partial;
                return Outcome.PARTIAL;
            }
            String body = request.query().sent().body();
            tally.units = 1;
            tally.bytesIn = body == null ? 0 : body.length();
            return Outcome.OK;
        }

        @Override
        public String name(int lane, long n) {
            return sent.query(sent.at(n)).toString();
        }

        @Override
        public void close() throws Exception {
            session.close();
        }
    }

    /** Has what was updated found. */
    private record Refresher(SearchTarget target) implements Actor {

        @Override
        public int prepare(int lane, long n) {
            return KINDS.operations().indexOf(REFRESH);
        }

        @Override
        public long stepNanos(int i, long clocked) {
            return -1;
        }

        @Override
        public Outcome step(int i, Tally tally) throws Exception {
            target.refresh();
            return Outcome.OK;
        }

        @Override
        public void close() {
            // The target is closed by whoever has opened it.
        }
    }
}
