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
import dev.tidemark.web.fields.Lines;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.Refusal;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Texts;
import dev.tidemark.web.http.Visit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** {@code /datasets}: content that several runs share. What takes long goes on by itself, one thing at a time. */
public final class DatasetPages implements AutoCloseable {

    private static final String DATASETS = "/datasets";
    private static final long USUAL_KEYSPACES = 5;
    private static final long USUAL_KEYS = 1_000_000;
    private static final long USUAL_VALUE = 8192;

    private final Workbench workbench;
    private final DatasetWork work;

    /** @param failures is told what broke, for the server's own record */
    public DatasetPages(Workbench workbench, Consumer<Throwable> failures) {
        this.workbench = workbench;
        this.work = new DatasetWork(workbench, failures);
    }

    public List<Route> routes() {
        return List.of(
                Route.get(DATASETS, ADMINISTRATOR, v -> list(v, "")),
                Route.post(DATASETS, ADMINISTRATOR, this::create),
                Route.post("/datasets/{name}/grow", ADMINISTRATOR, this::grow),
                Route.post("/datasets/{name}/count", ADMINISTRATOR, v -> begin(v, "Counting " + named(v),
                        Datasets::count)),
                Route.post("/datasets/{name}/verify", ADMINISTRATOR, v -> begin(v, "Verifying " + named(v),
                        Datasets::verify)),
                Route.get("/datasets/{name}/drop", ADMINISTRATOR, this::askToDrop),
                Route.post("/datasets/{name}/drop", ADMINISTRATOR, v -> begin(v, "Dropping " + named(v),
                        (datasets, name, watcher) -> {
                            datasets.drop(name, watcher);
                            return "dropped";
                        })));
    }

    /** A dataset as a line. */
    public record Line(String name, String driver, String keyspaces, String keys, String valueSize, String state,
            String place, String path, boolean there) {}

    private static Line line(Known known) {
        Optional<DatasetManifest> m = known.manifest();
        return new Line(known.where().name(), known.where().driver(),
                m.map(x -> String.valueOf(x.keyspaces().size())).orElse("–"),
                m.map(x -> Texts.count(x.filled())).orElse("–"), m.map(x -> Texts.bytes(x.valueSize())).orElse("–"),
                m.map(x -> known.onlyRead() ? "only read" : state(x)).orElse("not there any more"), known.data(),
                DATASETS + "/" + Links.segment(known.where().name()), m.isPresent());
    }

    private static String state(DatasetManifest m) {
        if (!m.complete()) {
            return "filled to " + 100 * m.filled() / m.keys() + " %";
        }
        return m.changedBy().isEmpty() ? "as filled" : "changed by " + Texts.counted(m.changedBy().size(), "run");
    }

    private void list(Visit visit, String complaint) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("lines", workbench.datasets().all().stream().map(DatasetPages::line).toList());
        params.put("work", work.standing());
        if (visit.partly()) {
            visit.part("settings/datasetlist.jte", params);
            return;
        }
        params.put("drivers", Drivers.all().stream().filter(d -> d.capabilities().contains(Capability.KEYSPACES))
                .map(Driver::name).toList());
        params.put("filled", Optional.ofNullable(visit.form()).orElseGet(visit::query));
        params.put("complaint", complaint);
        visit.page(Kind.of("Datasets", DATASETS, "htmx.js"), "settings/datasets.jte", params);
    }

    private String named(Visit visit) {
        try {
            return workbench.datasets().named(visit.name("name")).where().name();
        } catch (BadInput e) {
            throw Refusal.missing(e.getMessage());
        }
    }

    /** Something that is done to a dataset that is there. */
    @FunctionalInterface
    private interface Action {
        String on(Datasets datasets, String name, RunWatcher watcher) throws InterruptedException;
    }

    private void begin(Visit visit, String what, Action action) {
        String name = named(visit);
        work.begin(what, (datasets, watcher) -> action.on(datasets, name, watcher));
        visit.leadOn(DATASETS);
    }

    private void create(Visit visit) {
        Form form = visit.form();
        try {
            String name = form.needed("name").strip();
            if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
                throw new BadInput("a dataset's name is 1 to 100 letters, digits, dots, underscores and hyphens");
            }
            String driver = form.needed("driver");
            Map<String, String> settings = Lines.pairs(form.text("settings").orElse(""), "=");
            if (workbench.datasets().onlyReads(driver, settings)) {
                OptionalInt bytes = form.text("value-size").map(t -> OptionalInt.of(small(Types.SIZE.parse(t),
                        "value size"))).orElse(OptionalInt.empty());
                work.begin("Looking at " + name, (datasets, watcher) -> datasets.adopt(name, driver, settings, bytes,
                        watcher));
            } else {
                Shape shape = new Shape(small(count(form, "keyspaces", USUAL_KEYSPACES), "keyspaces"),
                        count(form, "keys", USUAL_KEYS), small(form.text("value-size").map(Types.SIZE::parse)
                                .orElse(USUAL_VALUE), "value size"));
                long seed = count(form, "seed", 1);
                work.begin("Creating " + name, (datasets, watcher) -> datasets.create(name, driver, settings, shape,
                        seed, watcher));
            }
            visit.leadOn(DATASETS);
        } catch (BadInput e) {
            visit.context().status(400);
            list(visit, e.getMessage());
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
        Form form = visit.form();
        Optional<Integer> keyspaces = form.text("keyspaces").map(Types.COUNT::parse).map(n -> small(n, "keyspaces"));
        Optional<Long> keys = form.text("keys").map(Types.COUNT::parse);
        if (keyspaces.isEmpty() && keys.isEmpty()) {
            throw new BadInput("say how many keyspaces or keys it shall have in all");
        }
        begin(visit, "Growing " + named(visit), (datasets, name, watcher) -> datasets.grow(name, keyspaces, keys,
                watcher));
    }

    private void askToDrop(Visit visit) {
        String name = named(visit);
        visit.ask(DATASETS, "Drop " + name, "What Tidemark made of it is removed, and nothing else.",
                DATASETS + "/" + Links.segment(name) + "/drop", DATASETS);
    }

    @Override
    public void close() {
        work.close();
    }
}
