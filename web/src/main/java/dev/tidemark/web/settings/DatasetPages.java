package dev.tidemark.web.settings;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.Datasets.Known;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.web.fields.Lines;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Texts;
import dev.tidemark.web.http.Visit;
import dev.tidemark.web.settings.DatasetOrders.Wanted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** {@code /datasets}: content that several runs share. What takes long goes on by itself, one thing at a time. */
public final class DatasetPages {

    private static final String DATASETS = "/datasets";

    private final DatasetOrders orders;

    public DatasetPages(DatasetOrders orders) {
        this.orders = orders;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(DATASETS, ADMINISTRATOR, v -> list(v, "")),
                Route.post(DATASETS, ADMINISTRATOR, this::create),
                Route.post("/datasets/{name}/grow", ADMINISTRATOR, this::grow),
                Route.post("/datasets/{name}/count", ADMINISTRATOR, v -> begun(v, orders::count)),
                Route.post("/datasets/{name}/verify", ADMINISTRATOR, v -> begun(v, orders::verify)),
                Route.get("/datasets/{name}/drop", ADMINISTRATOR, this::askToDrop),
                Route.post("/datasets/{name}/drop", ADMINISTRATOR, v -> begun(v, orders::drop)));
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
        params.put("lines", orders.all().stream().map(DatasetPages::line).toList());
        params.put("work", orders.standing());
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
        return orders.named(visit.name("name")).where().name();
    }

    private void begun(Visit visit, Consumer<String> what) {
        what.accept(visit.name("name"));
        visit.leadOn(DATASETS);
    }

    private void create(Visit visit) {
        Form form = visit.form();
        try {
            orders.create(new Wanted(form.needed("name").strip(), form.needed("driver"),
                    Lines.pairs(form.text("settings").orElse(""), "="), form.text("keyspaces"), form.text("keys"),
                    form.text("value-size"), form.text("seed")));
            visit.leadOn(DATASETS);
        } catch (BadInput e) {
            visit.context().status(400);
            list(visit, e.getMessage());
        }
    }

    private void grow(Visit visit) {
        begun(visit, name -> orders.grow(name, visit.form().text("keyspaces"), visit.form().text("keys")));
    }

    private void askToDrop(Visit visit) {
        String name = named(visit);
        visit.ask(DATASETS, "Drop " + name, "What Tidemark made of it is removed, and nothing else.",
                DATASETS + "/" + Links.segment(name) + "/drop", DATASETS);
    }
}
