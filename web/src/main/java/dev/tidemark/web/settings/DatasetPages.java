package dev.tidemark.web.settings;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.app.run.Datasets.KnownDataset;
import dev.tidemark.app.run.Datasets;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.report.Numbers;
import dev.tidemark.web.fields.Field.Feedback;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.fields.PairParser;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.ResentField;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;
import dev.tidemark.web.settings.DatasetTasks.DatasetSpec;
import dev.tidemark.web.settings.DatasetTasks.Requester;
import dev.tidemark.web.work.SingleTaskExecutor.TaskProgress;
import dev.tidemark.web.work.TaskRoutes;

/** {@code /datasets}: content that several runs share. What takes long goes on by itself, one thing at a time. */
public final class DatasetPages {

    private static final String DATASETS = "/datasets";
    private static final String ALONGSIDE = "alongside";
    private static final int SETTING_LINES = 3;

    private final DatasetTasks orders;

    public DatasetPages(DatasetTasks orders) {
        this.orders = orders;
    }

    public List<Route> routes() {
        return TaskRoutes.of(orders, DATASETS, now -> "Stop " + now.what().substring(0, 1).toLowerCase(Locale.ROOT)
                + now.what().substring(1), "It stops within seconds. What is filled stays, and can be resumed.",
                TaskProgress::what,
                Route.get(DATASETS, ADMINISTRATOR, v -> list(v, v.query(), Map.of(), "")),
                Route.post(DATASETS, ADMINISTRATOR, this::create),
                Route.post("/datasets/check", ADMINISTRATOR, this::check),
                Route.post("/datasets/{name}/grow", ADMINISTRATOR, v -> begin(v, "Growing " + named(v), asker ->
                        orders.grow(named(v), v.form().text("keyspaces"), v.form().text("keys"), asker))),
                Route.post("/datasets/{name}/continue", ADMINISTRATOR, v -> begin(v, "Filling " + named(v), asker ->
                        orders.resume(named(v), asker))),
                Route.post("/datasets/{name}/count", ADMINISTRATOR, v -> begin(v, "Counting " + named(v), asker ->
                        orders.count(named(v), asker))),
                Route.post("/datasets/{name}/verify", ADMINISTRATOR, v -> begin(v, "Verifying " + named(v), asker ->
                        orders.verify(named(v), asker))),
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

    private Line line(KnownDataset known) {
        Optional<DatasetManifest> m = known.manifest();
        return new Line(known.where().name(), known.where().driver(),
                m.map(x -> String.valueOf(x.keyspaces().size())).orElse("–"),
                m.map(x -> Numbers.count(x.filled())).orElse("–"), m.map(x -> Numbers.bytes(x.valueSize())).orElse("–"),
                m.map(x -> known.onlyRead() ? "only read" : state(x)).orElse(orders.making(known.where().name())
                ? "being created" : "not there any more"), known.data(),
                DATASETS + "/" + Links.segment(known.where().name()), m.isPresent(),
                m.map(DatasetManifest::complete).orElse(false), !known.onlyRead());
    }

    private static String state(DatasetManifest m) {
        if (!m.complete()) {
            return "filled to " + 100 * m.filled() / m.keys() + " %";
        }
        return m.changedBy().isEmpty() ? "as filled" : "changed by " + Numbers.counted(m.changedBy().size(), "run");
    }

    /** @param wrong what is wrong with what is filled in, by name of the field */
    private void list(RequestContext requestContext, Form filled, Map<String, String> wrong, String complaint) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("lines", orders.all().stream().map(this::line).toList());
        params.put("work", orders.latest());
        params.put("before", orders.earlier());
        if (requestContext.isFragmentRequest()) {
            requestContext.changing("settings/datasetlist.jte", params);
            return;
        }
        params.put("drivers", drivers());
        params.put("chosen", chosen(filled));
        params.put("name", name(filled, wrong));
        params.put("fields", fields(filled, wrong));
        params.put("complaint", TextSanitizer.sentence(complaint));
        params.put("size", size(filled));
        requestContext.page(Kind.of("Datasets", DATASETS, "htmx.js"), "settings/datasets.jte", params);
    }

    private String named(RequestContext requestContext) {
        return orders.named(requestContext.name("name")).where().name();
    }

    // ---- Work that takes long ----

    /** Asks first where a measured run is in progress, which the work would disturb. */
    private void begin(RequestContext requestContext, String what, Consumer<Requester> order) {
        begin(requestContext, what, Form.empty(), order);
    }

    /** @param filled what stands in the form of a new dataset where the order is refused */
    private void begin(RequestContext requestContext, String what, Form filled, Consumer<Requester> order) {
        boolean alongside = requestContext.form().text(ALONGSIDE).isPresent();
        boolean free = alongside || orders.latest().map(TaskProgress::running).orElse(false);
        Optional<String> taken = free ? Optional.empty() : Datasets.machineHolder();
        if (taken.isPresent()) {
            confirmAlongside(requestContext, what, taken.get());
            return;
        }
        try {
            requestContext.confirming(DATASETS, DATASETS, () -> {
                order.accept(new Requester(requestContext.author(), alongside));
                requestContext.redirect(DATASETS);
            });
        } catch (InvalidInputException e) {
            requestContext.context().status(400);
            list(requestContext, filled, Map.of(), e.getMessage());
        }
    }

    private static void confirmAlongside(RequestContext requestContext, String what, String holder) {
        requestContext.context().status(409);
        requestContext.page(Kind.of("A run is being measured", DATASETS), "settings/beside.jte",
                Map.of("what", what, "holder",
                holder, "action", requestContext.context().path(), "fields", ResentField.of(requestContext.form())));
    }

    /** Dropping is short, and disturbs nobody for long. */
    private void drop(RequestContext requestContext) {
        orders.drop(named(requestContext), new Requester(requestContext.author(), true));
        requestContext.redirect(DATASETS);
    }

    private void askToDrop(RequestContext requestContext) {
        String name = named(requestContext);
        requestContext.ask(DATASETS, "Drop " + name, "What Tidemark made of it is removed, and nothing else.",
                DATASETS + "/" + Links.segment(name) + "/drop", DATASETS);
    }

    // ---- A new one ----

    private static List<String> drivers() {
        return Drivers.all().stream().filter(d -> d.capabilities().contains(Capability.KEYSPACES)).map(Driver::name)
                .toList();
    }

    /** Where nothing is chosen, the engine that most datasets are kept in, if it is there. */
    private static String chosen(Form form) {
        List<String> drivers = drivers();
        return form.text("driver").orElse(drivers.contains(Drivers.USUAL) || drivers.isEmpty() ? Drivers.USUAL
                : drivers.getFirst());
    }

    private static Field name(Form form, Map<String, String> wrong) {
        return Field.typed("name", "Name", "", "", "Experiments name it as their dataset.", List.of(), 1,
                form.text("name"), wrong);
    }

    private static List<Field> fields(Form form, Map<String, String> wrong) {
        return List.of(
                typed(DatasetTasks.KEYSPACES, "Keyspaces", "count", "", form, wrong),
                typed(DatasetTasks.KEYS, "Keys of each", "count, as in 1M", "", form, wrong),
                typed(DatasetTasks.VALUE_SIZE, "Value size", "size, as in 8KiB", "", form, wrong),
                typed(DatasetTasks.SEED, "Seed", "number", "From which its values follow.", form, wrong),
                Field.typed("settings", "Settings of the driver", "NAME=VALUE, one a line", "",
                        "As in directory=/data; they hold for the dataset for good.", List.of(), SETTING_LINES,
                        form.text("settings"), wrong));
    }

    private static Field typed(Param<Long> param, String title, String kind, String help, Form form,
            Map<String, String> wrong) {
        return Field.typed(param.name(), title, kind, param.format(param.defaultValue()), help, List.of(), 1,
                form.text(param.name()), wrong);
    }

    private static PairParser settings(Form form) {
        return PairParser.read(form.text("settings").orElse(""), "=");
    }

    private static DatasetSpec datasetSpec(Form form) {
        return new DatasetSpec(form.text("name").orElse("").strip(), chosen(form), settings(form).pairs(),
                form.text("keyspaces"), form.text("keys"), form.text("value-size"), form.text("seed"),
                RequestContext.destroy(form));
    }

    /** What is wrong with each field, all of them at once. */
    private Map<String, String> wrong(Form form) {
        Map<String, String> wrong = new LinkedHashMap<>();
        if (drivers().contains(chosen(form))) {
            wrong.putAll(orders.wrong(datasetSpec(form)));
        } else {
            wrong.put("driver", "driver " + chosen(form) + " cannot hold datasets");
        }
        List<String> lines = settings(form).wrong();
        if (!lines.isEmpty()) {
            wrong.merge("settings", String.join("; ", lines), (of, more) -> more + "; " + of);
        }
        return wrong;
    }

    /** How large it will be; empty while something is wrong, which is told at its field. */
    private String size(Form form) {
        if (wrong(form).keySet().stream().anyMatch(f -> !f.equals("name"))) {
            return "";
        }
        return orders.shape(datasetSpec(form)).map(s -> Numbers.count((double) s.keyspaces() * s.keys()) + " keys, "
                + Numbers.bytes((double) s.keyspaces() * s.keys() * s.valueSize()) + " of values.")
                .orElse("What is there already is only read, in the size that it has.");
    }

    /** While it is typed, a name that is not there yet is not wrong. */
    private void check(RequestContext requestContext) {
        Form form = requestContext.form();
        Map<String, String> wrong = wrong(form);
        List<Feedback> feedback = new ArrayList<>(List.of(Feedback.wrong("name", form.text("name").isEmpty() ? ""
                : wrong.getOrDefault("name", ""))));
        fields(form, wrong).forEach(f -> feedback.add(f.feedback()));
        requestContext.part("settings/datasetchecked.jte", Map.of("size", size(form), "feedback", feedback));
    }

    private void create(RequestContext requestContext) {
        Map<String, String> wrong = wrong(requestContext.form());
        if (!wrong.isEmpty()) {
            requestContext.context().status(400);
            list(requestContext, requestContext.form(), wrong, wrong.getOrDefault("driver", ""));
            return;
        }
        DatasetSpec spec = datasetSpec(requestContext.form());
        begin(requestContext, "Making " + spec.name(), requestContext.form(), asker -> orders.create(spec, asker));
    }
}
