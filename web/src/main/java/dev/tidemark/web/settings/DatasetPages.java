package dev.tidemark.web.settings;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.Datasets;
import dev.tidemark.app.Datasets.Known;
import dev.tidemark.app.Datasets.Shape;
import dev.tidemark.app.RunWatcher;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.Brief;
import dev.tidemark.web.fields.Lines;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Gate;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.Refusal;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Visit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** {@code /datasets}: content that several runs share. What takes long goes on by itself, one thing at a time. */
public final class DatasetPages implements AutoCloseable {

    private static final String DATASETS = "/datasets";
    private static final String ALONGSIDE = "alongside";
    private static final String USUAL_DRIVER = "rocksdb";
    private static final long USUAL_KEYSPACES = 5;
    private static final long USUAL_KEYS = 1_000_000;
    private static final int USUAL_VALUE = 8192;

    private final Workbench workbench;
    private final DatasetWork work;

    /** @param failures is told what broke, for the server's own record */
    public DatasetPages(Workbench workbench, Clock clock, Consumer<Throwable> failures) {
        this.workbench = workbench;
        this.work = new DatasetWork(workbench, clock, failures);
    }

    public List<Route> routes() {
        return List.of(
                Route.get(DATASETS, ADMINISTRATOR, v -> list(v, v.query(), "")),
                Route.post(DATASETS, ADMINISTRATOR, this::create),
                Route.post("/datasets/check", ADMINISTRATOR, this::check),
                Route.get("/datasets/work/{number}/stop", ADMINISTRATOR, this::askToStop),
                Route.post("/datasets/work/{number}/stop", ADMINISTRATOR, this::stop),
                Route.post("/datasets/{name}/grow", ADMINISTRATOR, this::grow),
                Route.post("/datasets/{name}/continue", ADMINISTRATOR, this::goOn),
                Route.post("/datasets/{name}/count", ADMINISTRATOR, v -> begin(v, "Counting " + named(v),
                        Datasets::count)),
                Route.post("/datasets/{name}/verify", ADMINISTRATOR, v -> begin(v, "Verifying " + named(v),
                        Datasets::verify)),
                Route.get("/datasets/{name}/drop", ADMINISTRATOR, this::askToDrop),
                Route.post("/datasets/{name}/drop", ADMINISTRATOR, this::drop));
    }

    /**
     * A dataset as a line.
     *
     * @param there whether its data is where it was put
     * @param whole whether all of it is filled
     * @param own   whether Tidemark made it, and so may change it
     */
    public record Line(String name, String driver, String keyspaces, String keys, String valueSize, String state,
            String place, String path, boolean there, boolean whole, boolean own) {}

    private static Line line(Known known) {
        Optional<DatasetManifest> m = known.manifest();
        return new Line(known.where().name(), known.where().driver(),
                m.map(x -> String.valueOf(x.keyspaces().size())).orElse("–"),
                m.map(x -> Brief.count(x.filled())).orElse("–"), m.map(x -> Brief.bytes(x.valueSize())).orElse("–"),
                m.map(x -> known.onlyRead() ? "only read" : state(x)).orElse("not there any more"), known.data(),
                DATASETS + "/" + Links.segment(known.where().name()), m.isPresent(),
                m.map(DatasetManifest::complete).orElse(false), !known.onlyRead());
    }

    private static String state(DatasetManifest m) {
        if (!m.complete()) {
            return "filled to " + 100 * m.filled() / m.keys() + " %";
        }
        return m.changedBy().isEmpty() ? "as filled" : "changed by " + Brief.counted(m.changedBy().size(), "run");
    }

    private void list(Visit visit, Form filled, String complaint) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("lines", workbench.datasets().all().stream().map(DatasetPages::line).toList());
        params.put("work", work.standing());
        params.put("before", work.before());
        if (visit.partly()) {
            visit.changing("settings/datasetlist.jte", params);
            return;
        }
        params.put("drivers", Drivers.all().stream().filter(d -> d.capabilities().contains(Capability.KEYSPACES))
                .map(Driver::name).toList());
        params.put("filled", filled);
        params.put("complaint", complaint);
        params.put("size", size(filled));
        visit.page(Kind.of("Datasets", DATASETS, "htmx.js"), "settings/datasets.jte", params);
    }

    private void refused(Visit visit, BadInput e) {
        visit.context().status(400);
        list(visit, visit.form(), e.getMessage());
    }

    private String named(Visit visit) {
        try {
            return workbench.datasets().named(visit.name("name")).where().name();
        } catch (BadInput e) {
            throw Refusal.missing(e.getMessage());
        }
    }

    // ---- Work that takes long ----

    /** Something that is done to a dataset that is there. */
    @FunctionalInterface
    private interface Action {
        String on(Datasets datasets, String name, RunWatcher watcher) throws InterruptedException;
    }

    private void begin(Visit visit, String what, Action action) {
        String name = named(visit);
        begin(visit, what, (datasets, watcher) -> action.on(datasets, name, watcher));
    }

    /** Asks first where a measured run is under way, which the work would disturb. */
    private void begin(Visit visit, String what, DatasetWork.Task task) {
        boolean alongside = visit.form().text(ALONGSIDE).isPresent();
        Optional<String> taken = alongside ? Optional.empty() : Datasets.machineTakenBy();
        if (taken.isPresent() && !work.standing().map(DatasetWork.Standing::running).orElse(false)) {
            askWhetherBeside(visit, what, taken.get());
            return;
        }
        try {
            work.begin(what, visit.author(), alongside, task);
            visit.leadOn(DATASETS);
        } catch (BadInput e) {
            refused(visit, e);
        }
    }

    /** A field of a form that is sent once more. */
    public record Again(String name, String text) {}

    private static void askWhetherBeside(Visit visit, String what, String holder) {
        Form form = visit.form();
        List<Again> fields = form.names().stream().filter(n -> !n.equals(Gate.TOKEN))
                .flatMap(n -> form.all(n).stream().map(text -> new Again(n, text))).toList();
        visit.context().status(409);
        visit.page(Kind.of("A run is being measured", DATASETS), "settings/beside.jte", Map.of("what", what, "holder",
                holder, "action", visit.context().path(), "fields", fields));
    }

    private void askToStop(Visit visit) {
        DatasetWork.Standing now = running(visit.number("number"));
        visit.ask(DATASETS, "Stop " + now.what().substring(0, 1).toLowerCase(Locale.ROOT) + now.what().substring(1),
                "It ends within seconds. What is filled stays, and can be gone on with.", DATASETS + "/work/"
                + now.number() + "/stop", DATASETS);
    }

    private DatasetWork.Standing running(long number) {
        return work.standing().filter(s -> s.running() && s.number() == number).orElseThrow(
                () -> new Refusal(409, "this is over already"));
    }

    private void stop(Visit visit) {
        DatasetWork.Standing now = running(visit.number("number"));
        visit.leadOn(DATASETS, work.stop(now.number()) ? now.what() + " is being stopped."
                : now.what() + " was over already.");
    }

    // ---- What can be asked for ----

    /** What is to be made. @param shape empty where others made it, and it is only read */
    private record Wanted(String name, String driver, Map<String, String> settings, Optional<Shape> shape,
            OptionalInt valueSize, long seed) {}

    private Wanted wanted(Form form, String name) {
        String driver = form.text("driver").orElse(USUAL_DRIVER);
        Map<String, String> settings = Lines.pairs(form.text("settings").orElse(""), "=");
        OptionalInt bytes = form.text("value-size").map(t -> OptionalInt.of(small(size(t), "value size")))
                .orElse(OptionalInt.empty());
        if (workbench.datasets().onlyReads(driver, settings)) {
            return new Wanted(name, driver, settings, Optional.empty(), bytes, 1);
        }
        Shape shape = new Shape(small(count(form, "keyspaces", USUAL_KEYSPACES), "keyspaces"),
                count(form, "keys", USUAL_KEYS), bytes.orElse(USUAL_VALUE));
        return new Wanted(name, driver, settings, Optional.of(shape), bytes, count(form, "seed", 1));
    }

    private static long size(String text) {
        try {
            return Types.SIZE.parse(text);
        } catch (BadInput e) {
            throw e.at("value size");
        }
    }

    /** How large it will be, or what is wrong with it. */
    public record Size(String text, boolean wrong) {}

    private Size size(Form form) {
        try {
            return new Size(wanted(form, "").shape().map(s -> Brief.count((double) s.keyspaces() * s.keys())
                    + " keys, " + Brief.bytes((double) s.keyspaces() * s.keys() * s.valueSize()) + " of values.")
                    .orElse("What is there already is only read, in the size that it has."), false);
        } catch (BadInput e) {
            return new Size(e.getMessage(), true);
        }
    }

    private void check(Visit visit) {
        visit.part("settings/datasetsize.jte", Map.of("size", size(visit.form())));
    }

    private void create(Visit visit) {
        Form form = visit.form();
        try {
            String name = form.text("name").orElse("").strip();
            if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
                throw new BadInput("a dataset's name is 1 to 100 letters, digits, dots, underscores and hyphens");
            }
            Wanted w = wanted(form, name);
            begin(visit, (w.shape().isEmpty() ? "Looking at " : "Creating ") + name, (datasets, watcher) -> w.shape()
                    .isEmpty() ? datasets.adopt(name, w.driver(), w.settings(), w.valueSize(), watcher)
                    : datasets.create(name, w.driver(), w.settings(), w.shape().get(), w.seed(), watcher));
        } catch (BadInput e) {
            refused(visit, e);
        }
    }

    private static long count(Form form, String field, long usual) {
        try {
            return form.text(field).map(Types.COUNT::parse).orElse(usual);
        } catch (BadInput e) {
            throw e.at(field);
        }
    }

    private static int small(long number, String what) {
        if (number > Integer.MAX_VALUE) {
            throw new BadInput(what + ": " + number + " is too large");
        }
        return (int) number;
    }

    private void grow(Visit visit) {
        try {
            Form form = visit.form();
            Optional<Integer> keyspaces = form.text("keyspaces").map(t -> small(count(form, "keyspaces", 0),
                    "keyspaces"));
            Optional<Long> keys = form.text("keys").map(t -> count(form, "keys", 0));
            if (keyspaces.isEmpty() && keys.isEmpty()) {
                throw new BadInput("say how many keyspaces or keys it shall have in all");
            }
            begin(visit, "Growing " + named(visit), (datasets, name, watcher) -> datasets.grow(name, keyspaces, keys,
                    watcher));
        } catch (BadInput e) {
            refused(visit, e);
        }
    }

    /** Fills what was stopped: growing to the shape that it was to have does that. */
    private void goOn(Visit visit) {
        begin(visit, "Filling " + named(visit), (datasets, name, watcher) -> datasets.grow(name, Optional.empty(),
                Optional.empty(), watcher));
    }

    private void askToDrop(Visit visit) {
        String name = named(visit);
        visit.ask(DATASETS, "Drop " + name, "What Tidemark made of it is removed, and nothing else.",
                DATASETS + "/" + Links.segment(name) + "/drop", DATASETS);
    }

    /** Dropping is short, and disturbs nobody for long. */
    private void drop(Visit visit) {
        String name = named(visit);
        try {
            work.begin("Dropping " + name, visit.author(), true, (datasets, watcher) -> {
                datasets.drop(name, watcher);
                return "dropped";
            });
            visit.leadOn(DATASETS);
        } catch (BadInput e) {
            refused(visit, e);
        }
    }

    @Override
    public void close() {
        work.close();
    }
}
