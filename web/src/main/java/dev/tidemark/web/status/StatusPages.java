package dev.tidemark.web.status;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.app.Workbench;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.json.JsonMapper;

/** {@code /status}: a page, the events that move it, and the same as data for browsers that get no events. */
public final class StatusPages {

    private static final String STATUS = "/status";
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Workbench workbench;
    private final LivePoller livePoller;
    private final EventStream eventStream;

    public StatusPages(Workbench workbench, LivePoller livePoller, EventStream eventStream) {
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
                        v -> v.json(MAPPER.writeValueAsString(message(Asked.of(v.query()))))));
    }

    /** What a browser asks for, and what it has already. */
    private record Asked(long batch, long iteration, int points, int meters) {

        static Asked of(Form query) {
            return new Asked(number(query, "run"), number(query, "iteration"), (int) number(query, "points"),
                    (int) number(query, "meters"));
        }

        private static long number(Form query, String name) {
            return query.text(name).isEmpty() ? 0 : Math.clamp(query.number(name), 0, Integer.MAX_VALUE);
        }
    }

    /** What is running, as it is shown; empty when nothing was ever run. */
    public Optional<StatusView> view(long batch) {
        return livePoller.look(batch, 0, 0, 0).map(this::view);
    }

    private StatusView view(LivePoller.Seen seen) {
        return StatusView.of(seen, workbench.jobs().queue().waiting());
    }

    private void page(RequestContext requestContext) {
        Optional<StatusView> view = view(Asked.of(requestContext.query()).batch());
        Map<String, Object> params = Map.of("view", view, "administrator", requestContext.administrator());
        if (requestContext.partly()) {
            requestContext.part("status/run.jte", params);
        } else {
            requestContext.page(Kind.of("Status", STATUS, "echarts.js", "status.js"), "status/page.jte", params);
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
        requestContext.leadOn(STATUS + "?run=" + run.batch(), workbench.stop(run.batch()) ? run.label()
                + " is being stopped."
                : run.label() + " was over already.");
    }

    /** The page's next state; of the points only those that are new. */
    private Map<String, Object> message(Asked asked) {
        Map<String, Object> message = new LinkedHashMap<>();
        Optional<LivePoller.Seen> seen = livePoller.look(asked.batch(), asked.iteration(), asked.points(),
                asked.meters());
        if (seen.isEmpty()) {
            message.put("stamp", "");
            return message;
        }
        StatusView view = view(seen.get());
        message.put("stamp", view.stamp());
        message.put("values", view.values());
        message.put("share", view.share());
        message.put("cells", view.cells().stream().map(StatusView.Cell::state).toList());
        message.put("iteration", seen.get().iteration());
        message.put("from", seen.get().from());
        message.put("points", seen.get().points());
        message.put("metersFrom", seen.get().metersFrom());
        message.put("meters", seen.get().meters());
        return message;
    }

    private void events(RequestContext requestContext) {
        AtomicReference<Asked> asked = new AtomicReference<>(Asked.of(requestContext.query()));
        eventStream.tell(requestContext, "/status/data", () -> {
            Map<String, Object> message = message(asked.get());
            asked.set(after(asked.get(), message));
            return MAPPER.writeValueAsString(message);
        });
    }

    /** What the browser has, now that it was told. */
    private static Asked after(Asked asked, Map<String, Object> message) {
        if (!message.containsKey("points")) {
            return asked;
        }
        return new Asked(asked.batch(), (long) message.get("iteration"),
                (int) message.get("from") + ((List<?>) message.get("points")).size(),
                (int) message.get("metersFrom") + ((List<?>) message.get("meters")).size());
    }
}
