package dev.tidemark.web.status;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.READER;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.jobs.JobWaitReasons;
import dev.tidemark.web.notify.Notifier;
import tools.jackson.databind.json.JsonMapper;

/** {@code /status}: a page, the events that move it, and the same as data for browsers that get no events. */
public final class StatusPages {

    private static final String STATUS = "/status";
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Workbench workbench;
    private final LivePoller livePoller;
    private final EventStream eventStream;
    private final JobWaitReasons waits;
    private final Notifier notifier;

    public StatusPages(Workbench workbench, LivePoller livePoller, EventStream eventStream, JobWaitReasons waits,
            Notifier notifier) {
        this.notifier = notifier;
        this.waits = waits;
        this.workbench = workbench;
        this.livePoller = livePoller;
        this.eventStream = eventStream;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(STATUS, READER, this::page),
                Route.get("/status/{batch}/stop", ADMINISTRATOR, this::askToStop),
                Route.post("/status/{batch}/stop", ADMINISTRATOR, this::stop),
                Route.get("/status/events", READER, this::events),
                Route.get("/status/data", READER,
                        v -> v.json(MAPPER.writeValueAsString(message(LiveRequest.of(v))))));
    }

    /** What a browser asks for, and what it has already. @param brief whether it draws nothing over time */
    private record LiveRequest(boolean administrator, long batch, long job, long iteration, int points, int meters,
            boolean brief) {

        static LiveRequest of(RequestContext requestContext) {
            Form query = requestContext.query();
            return new LiveRequest(requestContext.administrator(), number(query, "run"), number(query, "job"),
                    number(query, "iteration"), (int) number(query, "points"), (int) number(query, "meters"),
                    query.text("brief").isPresent());
        }

        private static long number(Form query, String name) {
            return query.text(name).isEmpty() ? 0 : Math.clamp(query.number(name), 0, Integer.MAX_VALUE);
        }
    }

    /** What is running, as it is shown; empty when nothing was ever run. */
    public Optional<StatusView> view(long batch) {
        return livePoller.state(batch, 0, 0, 0).map(state -> view(state, ""));
    }

    private StatusView view(LivePoller.LiveState state, String sentence) {
        return StatusView.of(state, workbench.jobs().queue().waiting(), sentence, begins());
    }

    /**
     * The job that somebody has just asked for, and whose run is shown as soon as there is one. Which jobs there are is
     * for administrators.
     */
    private Optional<Job> job(LiveRequest request) {
        return request.job() == 0 || !request.administrator() ? Optional.empty()
                : workbench.jobs().queue().find(request.job());
    }

    private Optional<LivePoller.LiveState> liveState(LiveRequest request) {
        long batch = job(request).map(Job::batch).orElse(OptionalLong.empty()).orElse(request.batch());
        return livePoller.state(batch, request.iteration(), request.points(), request.meters());
    }

    private String waits(LiveRequest request) {
        return request.administrator() ? waits.sentence(job(request)) : "";
    }

    /** What the next job waits for, in a sentence; empty where none is queued. */
    public String waits() {
        return waits.sentence(Optional.empty());
    }

    /** What is on its way to be run, in a sentence; empty where nothing is. */
    public String begins() {
        return waits.begins().orElse("");
    }

    private void page(RequestContext requestContext) {
        LiveRequest request = LiveRequest.of(requestContext);
        String waiting = waits(request);
        Optional<StatusView> view = liveState(request).map(state -> view(state, waiting));
        String first = view.isEmpty() && waiting.isEmpty() ? begins() : waiting;
        Map<String, Object> params = Map.of("view", view, "administrator", requestContext.administrator(), "waits",
                first, "troubles", requestContext.administrator() ? notifier.troubles() : List.of());
        if (requestContext.isFragmentRequest()) {
            requestContext.part("status/run.jte", params);
        } else {
            requestContext.page(Kind.of(view.map(StatusView::tab).filter(t -> !t.isEmpty()).orElse("Status"), STATUS,
                    "echarts.js", "notify.js", "status.js"), "status/page.jte", params);
        }
    }

    // ---- Stopping a run, wherever it was begun ----

    private StatusView running(RequestContext requestContext) {
        long batch = requestContext.number("batch");
        return view(batch).filter(v -> v.running() && v.batch() == batch)
                .orElseThrow(() -> new HttpException(409, "this run is over already"));
    }

    private void askToStop(RequestContext requestContext) {
        StatusView run = running(requestContext);
        String job = workbench.jobs().queue().ofBatch(run.batch()).map(j -> " Job " + j.id() + " ends as cancelled.")
                .orElse("");
        requestContext.ask(STATUS, "Stop " + run.label(),
                "The running iteration ends now, and no further one is run. What was "
                + "measured is kept." + job, STATUS + "/" + run.batch() + "/stop", STATUS + "?run=" + run.batch());
    }

    private void stop(RequestContext requestContext) {
        StatusView run = running(requestContext);
        requestContext.redirect(STATUS + "?run=" + run.batch(), workbench.stop(run.batch()) ? run.label()
                + " is being stopped."
                : run.label() + " was over already.");
    }

    /** The page's next state; of the points only those that are new. */
    private Map<String, Object> message(LiveRequest request) {
        Map<String, Object> message = new LinkedHashMap<>();
        Optional<LivePoller.LiveState> state = liveState(request);
        if (state.isEmpty()) {
            message.put("stamp", "");
            return message;
        }
        StatusView view = view(state.get(), waits(request));
        message.put("stamp", view.stamp());
        message.put("values", view.values());
        message.put("share", view.share());
        message.put("running", view.running());
        message.put("batch", view.batch());
        message.put("others", view.others().stream().map(StatusView.Other::batch).toList());
        message.put("label", view.label());
        message.put("tab", view.tab());
        message.put("cells", view.cells().stream().map(StatusView.Cell::state).toList());
        if (request.brief()) {
            return message;
        }
        message.put("iteration", state.get().iteration());
        message.put("from", state.get().from());
        message.put("points", state.get().points());
        message.put("metersFrom", state.get().metersFrom());
        message.put("meters", state.get().meters());
        return message;
    }

    private void events(RequestContext requestContext) {
        AtomicReference<LiveRequest> request = new AtomicReference<>(LiveRequest.of(requestContext));
        eventStream.stream(requestContext, "/status/data", () -> {
            Map<String, Object> message = message(request.get());
            request.set(after(request.get(), message));
            return MAPPER.writeValueAsString(message);
        });
    }

    /** What the browser has, now that it was told. */
    private static LiveRequest after(LiveRequest request, Map<String, Object> message) {
        if (!message.containsKey("points")) {
            return request;
        }
        return new LiveRequest(request.administrator(), request.batch(), request.job(), (long) message.get("iteration"),
                (int) message.get("from") + ((List<?>) message.get("points")).size(),
                (int) message.get("metersFrom") + ((List<?>) message.get("meters")).size(), request.brief());
    }
}
