package dev.tidemark.web.settings;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.Targets;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.StoredTarget;
import dev.tidemark.web.fields.Field;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** {@code /targets}: drivers with their settings under a name. */
public final class TargetPages {

    private static final String TARGETS = "/targets";
    private static final String SEEN = "seen";

    private final Targets targets;
    private final Clock clock;
    private final Map<String, Look> looks = new ConcurrentHashMap<>();

    public TargetPages(Targets targets, Clock clock) {
        this.targets = targets;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(TARGETS, ADMINISTRATOR, this::list),
                Route.get("/targets/new", ADMINISTRATOR, v -> form(v, driver(v.query()), "", v.query()::text, Map.of(),
                        "")),
                Route.post(TARGETS, ADMINISTRATOR, this::put),
                Route.post("/targets/check", ADMINISTRATOR, this::check),
                Route.post("/targets/named/{name}/reach", ADMINISTRATOR, this::reach),
                Route.get("/targets/named/{name}", ADMINISTRATOR, this::one),
                Route.get("/targets/named/{name}/remove", ADMINISTRATOR, this::askToRemove),
                Route.post("/targets/named/{name}/remove", ADMINISTRATOR, this::remove));
    }

    /**
     * What the last look at a target found.
     *
     * @param text   its engine with the version, or why it cannot be reached
     * @param failed whether it cannot
     * @param when   since when that is known
     */
    public record Look(String text, boolean failed, String when) {}

    /** A named target as a line. */
    public record Line(String name, String driver, String settings, String path, Optional<Look> look) {}

    /** A driver as a line. */
    public record Kindred(String name, String summary, String abilities, String path, String reach,
            Optional<Look> look) {}

    private Optional<Look> look(String name) {
        return Optional.ofNullable(looks.get(name));
    }

    /** Takes as long as starting a process and connecting does; the page that asks goes on meanwhile. */
    private void reach(Visit visit) throws InterruptedException {
        String name = visit.name("name");
        Look look;
        try {
            String engine = targets.reach(name).engine();
            look = new Look(engine.isEmpty() ? "reached" : engine, false, now());
        } catch (BadInput e) {
            boolean known = Drivers.all().stream().anyMatch(d -> d.name().equals(name))
                    || targets.all().stream().anyMatch(t -> t.name().equals(name));
            if (!known) {
                throw Refusal.missing(e.getMessage());
            }
            look = new Look(e.getMessage().replaceFirst("^target [^:]*: ", ""), true, now());
        }
        looks.put(name, look);
        if (visit.partly()) {
            visit.part("settings/look.jte", Map.of("path", path(name), "name", name, "look", Optional.of(look)));
        } else {
            visit.leadOn(TARGETS);
        }
    }

    private String now() {
        return Texts.moment(clock.wallTime());
    }

    private static String path(String name) {
        return TARGETS + "/named/" + Links.segment(name);
    }

    private void list(Visit visit) {
        List<Line> lines = targets.all().stream().map(t -> new Line(t.name(), t.driver(), t.settings().entrySet()
                .stream().map(e -> e.getKey() + " " + e.getValue()).collect(Collectors.joining(" · ")),
                path(t.name()), look(t.name()))).toList();
        List<Kindred> drivers = Drivers.all().stream().map(d -> new Kindred(d.name(), d.summary(), d.capabilities()
                .stream().sorted().map(Types::word).map(w -> w.replace('-', ' ')).collect(Collectors.joining(", ")),
                "/targets/new?driver=" + Links.query(d.name()), path(d.name()), look(d.name()))).toList();
        visit.page(Kind.of("Targets", TARGETS, "htmx.js"), "settings/targets.jte", Map.of("lines", lines,
                "drivers", drivers));
    }

    private static Driver driver(Form form) {
        return Drivers.named(form.needed("driver"));
    }

    private static void form(Visit visit, Driver driver, String known, Function<String, Optional<String>> filled,
            Map<String, String> wrong, String complaint) {
        List<Field> fields = driver.params().all().stream().map(p -> Field.of(p, Field.SETTING + p.name(),
                Field.declared(p), filled.apply(Field.SETTING + p.name()), wrong)).toList();
        visit.page(Kind.of(known.isEmpty() ? "New target" : known, TARGETS, "htmx.js"), "settings/target.jte",
                Map.of("known", known, "seen", filled.apply(SEEN).orElse(""), "name", filled.apply("name").orElse(""),
                        "driver", driver.name(), "summary", driver.summary(),
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
                : Optional.of(field.equals(SEEN) ? seen(target) : target.name()), Map.of(), "");
    }

    /** Tells apart what a target was when its form was made from what somebody has made of it since. */
    private static String seen(StoredTarget target) {
        return Integer.toHexString(target.settings().hashCode());
    }

    private static Map<String, String> wrong(Form form, Driver driver) {
        Map<String, String> wrong = new LinkedHashMap<>();
        for (Param<?> param : driver.params().all()) {
            String field = Field.SETTING + param.name();
            try {
                form.text(field).ifPresent(param::parse);
            } catch (BadInput e) {
                wrong.put(field, e.getMessage().replaceFirst("^" + param.name() + ": ", ""));
            }
        }
        return wrong;
    }

    private void check(Visit visit) {
        Driver driver = driver(visit.form());
        Map<String, String> wrong = wrong(visit.form(), driver);
        visit.part("fields/wrongs.jte", Map.of("wrongs", driver.params().all().stream()
                .map(p -> Field.SETTING + p.name()).map(f -> new Field.Wrong(f, wrong.getOrDefault(f, ""))).toList()));
    }

    private void put(Visit visit) {
        Form form = visit.form();
        Driver driver = driver(form);
        String known = form.text("known").orElse("");
        String name = known.isEmpty() ? form.text("name").map(String::strip).orElse("") : known;
        Map<String, String> settings = new LinkedHashMap<>();
        Map<String, String> wrong = wrong(form, driver);
        driver.params().all().forEach(p -> form.text(Field.SETTING + p.name())
                .ifPresent(text -> settings.put(p.name(), text.strip())));
        String complaint = "";
        try {
            if (known.isEmpty() && targets.all().stream().anyMatch(t -> t.name().equals(name))) {
                throw new BadInput("there is a target '" + name + "' already");
            }
            if (!known.isEmpty() && form.text(SEEN).isPresent() && !form.text(SEEN).get().equals(seen(targets.named(
                    known)))) {
                throw new BadInput("somebody else has changed " + known + " meanwhile; look at it anew, and change "
                        + "that");
            }
            if (wrong.isEmpty()) {
                targets.put(name, driver.name(), settings);
            }
        } catch (BadInput e) {
            complaint = e.getMessage();
        }
        if (wrong.isEmpty() && complaint.isEmpty()) {
            looks.remove(name);
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
        looks.remove(target.name());
        visit.leadOn(TARGETS, "Removed " + target.name() + ".");
    }
}
