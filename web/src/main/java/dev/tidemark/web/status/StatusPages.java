package dev.tidemark.web.status;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.app.Workbench;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.StoreException;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Refusal;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Visit;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/** {@code /status}: a page, the events that move it, and the same as data for browsers that get no events. */
public final class StatusPages implements AutoCloseable {

    private static final String STATUS = "/status";
    private static final JsonMapper MAPPER = JsonMapper.shared();

    /** How many may be told by events at a time; others ask. */
    private static final int MOST_WATCHERS = 64;
    private static final long EVERY = Duration.ofSeconds(1).toNanos();
    /** Something is sent at least so often, so that whoever went away is noticed. */
    private static final int QUIET = 10;
    /** After that a browser comes again by itself, and who it is is looked at anew. */
    private static final int MOST_LOOKS = 300;

    private final Workbench workbench;
    private final Watch watch;
    private final Clock clock;
    private final AtomicInteger watchers = new AtomicInteger();
    private volatile boolean closing;

    public StatusPages(Workbench workbench, Clock clock) {
        this.workbench = workbench;
        this.watch = new Watch(workbench.live(), clock);
        this.clock = clock;
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
        return watch.look(batch, 0, 0, 0).map(this::view);
    }

    private StatusView view(Watch.Seen seen) {
        return StatusView.of(seen, workbench.jobs().queue().waiting());
    }

    private void page(Visit visit) {
        Optional<StatusView> view = view(Asked.of(visit.query()).batch());
        Map<String, Object> params = Map.of("view", view, "administrator", visit.administrator());
        if (visit.partly()) {
            visit.part("status/run.jte", params);
        } else {
            visit.page(Kind.of("Status", STATUS, "echarts.js", "status.js"), "status/page.jte", params);
        }
    }

    // ---- Stopping a run, wherever it was begun ----

    private StatusView running(Visit visit) {
        long batch = visit.number("batch");
        return view(batch).filter(v -> v.running() && v.batch() == batch)
                .orElseThrow(() -> new Refusal(409, "this run is over already"));
    }

    private void askToStop(Visit visit) {
        StatusView run = running(visit);
        String job = workbench.jobs().queue().ofBatch(run.batch()).map(j -> " Job " + j.id() + " ends as cancelled.")
                .orElse("");
        visit.ask(STATUS, "Stop " + run.label(), "The running iteration ends now, and no further one is run. What was "
                + "measured is kept." + job, STATUS + "/" + run.batch() + "/stop", STATUS + "?run=" + run.batch());
    }

    private void stop(Visit visit) {
        StatusView run = running(visit);
        visit.leadOn(STATUS + "?run=" + run.batch(), workbench.stop(run.batch()) ? run.label() + " is being stopped."
                : run.label() + " was over already.");
    }

    /** The page's next state; of the points only those that are new. */
    private Map<String, Object> message(Asked asked) {
        Map<String, Object> message = new LinkedHashMap<>();
        Optional<Watch.Seen> seen = watch.look(asked.batch(), asked.iteration(), asked.points(), asked.meters());
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

    private void events(Visit visit) {
        if (watchers.incrementAndGet() > MOST_WATCHERS) {
            watchers.decrementAndGet();
            throw new Refusal(503, "too many are watching by events; ask for /status/data instead");
        }
        try {
            tell(visit.events(), Asked.of(visit.query()));
        } catch (IOException e) {
            // Whoever watched has gone.
        } finally {
            watchers.decrementAndGet();
        }
    }

    private void tell(OutputStream out, Asked first) throws IOException {
        Asked asked = first;
        String last = "";
        int quiet = 0;
        for (int looks = 0; looks < MOST_LOOKS && !closing; looks++) {
            try {
                Map<String, Object> message = message(asked);
                String json = MAPPER.writeValueAsString(message);
                quiet = json.equals(last) ? quiet + 1 : 0;
                if (quiet == 0 || quiet >= QUIET) {
                    out.write(("data: " + json + "\n\n").getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    quiet = 0;
                }
                last = json;
                asked = after(asked, message);
            } catch (StoreException e) {
                out.write(": the store cannot be read now\n\n".getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
            clock.sleepUntil(clock.nanoTime() + EVERY);
        }
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

    /** Lets those who watch go. */
    @Override
    public void close() {
        closing = true;
    }
}
