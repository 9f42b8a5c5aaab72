package dev.tidemark.web.settings;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.Targets;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Types;
import dev.tidemark.store.StoredTarget;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.Refusal;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Visit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** {@code /targets}: drivers with their settings under a name. */
public final class TargetPages {

    private static final String TARGETS = "/targets";

    private final Targets targets;

    public TargetPages(Targets targets) {
        this.targets = targets;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(TARGETS, ADMINISTRATOR, this::list),
                Route.get("/targets/new", ADMINISTRATOR, v -> form(v, driver(v.query()), "", v.query()::text, Map.of(),
                        "")),
                Route.post(TARGETS, ADMINISTRATOR, this::put),
                Route.get("/targets/named/{name}", ADMINISTRATOR, this::one),
                Route.get("/targets/named/{name}/remove", ADMINISTRATOR, this::askToRemove),
                Route.post("/targets/named/{name}/remove", ADMINISTRATOR, this::remove));
    }

    /** A named target as a line. */
    public record Line(String name, String driver, String settings, String path) {}

    /** A driver as a line. */
    public record Kindred(String name, String summary, String abilities, String path) {}

    private static String path(String name) {
        return TARGETS + "/named/" + Links.segment(name);
    }

    private void list(Visit visit) {
        List<Line> lines = targets.all().stream().map(t -> new Line(t.name(), t.driver(), t.settings().entrySet()
                .stream().map(e -> e.getKey() + " " + e.getValue()).collect(Collectors.joining(" · ")),
                path(t.name()))).toList();
        List<Kindred> drivers = Drivers.all().stream().map(d -> new Kindred(d.name(), d.summary(), d.capabilities()
                .stream().sorted().map(Types::word).map(w -> w.replace('-', ' ')).collect(Collectors.joining(", ")),
                "/targets/new?driver=" + Links.query(d.name()))).toList();
        visit.page(Kind.of("Targets", TARGETS), "settings/targets.jte", Map.of("lines", lines, "drivers", drivers));
    }

    private static Driver driver(Form form) {
        return Drivers.named(form.needed("driver"));
    }

    private static void form(Visit visit, Driver driver, String known, Function<String, Optional<String>> filled,
            Map<String, String> wrong, String complaint) {
        List<Field> fields = driver.params().all().stream().map(p -> Field.of(p, Field.SETTING + p.name(),
                Field.declared(p), filled.apply(Field.SETTING + p.name()), wrong)).toList();
        visit.page(Kind.of(known.isEmpty() ? "New target" : known, TARGETS), "settings/target.jte", Map.of("known",
                known, "name", filled.apply("name").orElse(""), "driver", driver.name(), "summary", driver.summary(),
                "fields", fields, "complaint", complaint));
    }

    private StoredTarget named(Visit visit) {
        try {
            return targets.named(visit.name("name"));
        } catch (BadInput e) {
            throw Refusal.missing(e.getMessage());
        }
    }

    private void one(Visit visit) {
        StoredTarget target = named(visit);
        form(visit, Drivers.named(target.driver()), target.name(), field -> field.startsWith(Field.SETTING)
                ? Optional.ofNullable(target.settings().get(field.substring(Field.SETTING.length())))
                : Optional.of(target.name()), Map.of(), "");
    }

    private void put(Visit visit) {
        Form form = visit.form();
        Driver driver = driver(form);
        String known = form.text("known").orElse("");
        String name = known.isEmpty() ? form.text("name").map(String::strip).orElse("") : known;
        Map<String, String> settings = new LinkedHashMap<>();
        Map<String, String> wrong = new LinkedHashMap<>();
        for (Param<?> param : driver.params().all()) {
            String field = Field.SETTING + param.name();
            form.text(field).ifPresent(text -> settings.put(param.name(), text.strip()));
            try {
                form.text(field).ifPresent(param::parse);
            } catch (BadInput e) {
                wrong.put(field, e.getMessage().replaceFirst("^" + param.name() + ": ", ""));
            }
        }
        String complaint = "";
        try {
            if (known.isEmpty() && targets.all().stream().anyMatch(t -> t.name().equals(name))) {
                throw new BadInput("there is a target '" + name + "' already");
            }
            if (wrong.isEmpty()) {
                targets.put(name, driver.name(), settings);
            }
        } catch (BadInput e) {
            complaint = e.getMessage();
        }
        if (wrong.isEmpty() && complaint.isEmpty()) {
            visit.leadOn(TARGETS, "Target " + name + " is kept; a job names it as its target.");
        } else {
            visit.context().status(400);
            form(visit, driver, known, form::text, wrong, complaint);
        }
    }

    private void askToRemove(Visit visit) {
        StoredTarget target = named(visit);
        visit.ask(TARGETS, "Remove " + target.name(), "Its name and settings are forgotten. Jobs that wait keep them, "
                + "and so do results.", path(target.name()) + "/remove", TARGETS);
    }

    private void remove(Visit visit) {
        StoredTarget target = named(visit);
        targets.remove(target.name());
        visit.leadOn(TARGETS, "Removed " + target.name() + ".");
    }
}
