package dev.tidemark.web.settings;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.app.Targets;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.results.StoredTarget;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.fields.Field.Feedback;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;

/** {@code /targets}: drivers with their settings under a name. */
public final class TargetPages {

    private static final String TARGETS = "/targets";
    private static final String SEEN = "seen";
    private static final String KNOWN = "known";
    private static final String NAME = "name";

    private final Targets targets;
    private final Clock clock;
    private final Map<String, ProbeResult> probeResults = new ConcurrentHashMap<>();

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
                Route.post("/targets/url", ADMINISTRATOR, this::fromUrl),
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
    public record ProbeResult(String text, boolean failed, String when) {}

    /** A named target as a line. */
    public record Line(String name, String driver, String settings, String path, Optional<ProbeResult> look) {}

    /** A driver as a line. */
    public record Kindred(String name, String summary, String abilities, String path, String reach,
            Optional<ProbeResult> look) {}

    private Optional<ProbeResult> probeResult(String name) {
        return Optional.ofNullable(probeResults.get(name));
    }

    /** Takes as long as starting a process and connecting does; the page that asks goes on meanwhile. */
    private void reach(RequestContext requestContext) throws InterruptedException {
        String name = requestContext.name("name");
        ProbeResult look;
        try {
            String engine = targets.reach(name).engine();
            look = new ProbeResult(engine.isEmpty() ? "reached" : engine, false, now());
        } catch (InvalidInputException e) {
            boolean known = Drivers.all().stream().anyMatch(d -> d.name().equals(name))
                    || targets.all().stream().anyMatch(t -> t.name().equals(name));
            if (!known) {
                throw HttpException.missing(e.getMessage());
            }
            look = new ProbeResult(e.getMessage().replaceFirst("^target [^:]*: ", ""), true, now());
        }
        probeResults.put(name, look);
        if (requestContext.isFragmentRequest()) {
            requestContext.part("settings/look.jte",
                    Map.of("path", path(name), "name", name, "look", Optional.of(look)));
        } else {
            requestContext.redirect(TARGETS);
        }
    }

    private String now() {
        return TextSanitizer.moment(clock.wallTime());
    }

    private static String path(String name) {
        return TARGETS + "/named/" + Links.segment(name);
    }

    private void list(RequestContext requestContext) {
        list(requestContext, "");
    }

    private void list(RequestContext requestContext, String complaint) {
        List<Line> lines = targets.all().stream().map(t -> new Line(t.name(), t.driver(), t.settings().entrySet()
                .stream().map(e -> e.getKey() + " " + e.getValue()).collect(Collectors.joining(" · ")),
                path(t.name()), probeResult(t.name()))).toList();
        List<Kindred> drivers = Drivers.all().stream().map(d -> new Kindred(d.name(), d.summary(), d.capabilities()
                .stream().sorted().map(Types::word).map(w -> w.replace('-', ' ')).collect(Collectors.joining(", ")),
                "/targets/new?driver=" + Links.query(d.name()), path(d.name()), probeResult(d.name()))).toList();
        requestContext.page(Kind.of("Targets", TARGETS, "htmx.js"), "settings/targets.jte", Map.of("lines", lines,
                "drivers", drivers, "complaint", complaint));
    }

    private static Driver driver(Form form) {
        return Drivers.named(form.needed("driver"));
    }

    private static void form(RequestContext requestContext, Driver driver, String known, Function<String,
            Optional<String>> filled, Map<String, String> wrong, String complaint) {
        List<Field> fields = driver.params().all().stream().map(p -> Field.of(p, Field.SETTING + p.name(),
                Field.declared(p), filled.apply(Field.SETTING + p.name()), wrong)).toList();
        Field name = Field.typed(NAME, "Name", "", "", "Letters, digits, dots, underscores and hyphens; jobs call it "
                + "by this name.", List.of(), 1, filled.apply(NAME), wrong);
        requestContext.page(Kind.of(known.isEmpty() ? "New target" : known, TARGETS, "htmx.js"), "settings/target.jte",
                Map.of("known", known, "seen", filled.apply(SEEN).orElse(""), "name", name, "driver", driver.name(),
                        "summary", driver.summary(), "fields", fields, "complaint", TextSanitizer.sentence(complaint)));
    }

    /** A form that a URL has filled; nothing is kept yet. */
    private void fromUrl(RequestContext requestContext) {
        try {
            StoredTarget reached = targets.reached(requestContext.form().needed("url").strip(), Map.of());
            form(requestContext, Drivers.named(reached.driver()), "", field -> field.startsWith(Field.SETTING)
                    ? Optional.ofNullable(reached.settings().get(field.substring(Field.SETTING.length())))
                    : Optional.empty(), Map.of(), "");
        } catch (InvalidInputException e) {
            requestContext.context().status(400);
            list(requestContext, TextSanitizer.sentence(e.getMessage()));
        }
    }

    private StoredTarget named(RequestContext requestContext) {
        return HttpException.found(() -> targets.named(requestContext.name("name")));
    }

    private void one(RequestContext requestContext) {
        StoredTarget target = named(requestContext);
        form(requestContext, Drivers.named(target.driver()), target.name(), field -> field.startsWith(Field.SETTING)
                ? Optional.ofNullable(target.settings().get(field.substring(Field.SETTING.length())))
                : Optional.of(field.equals(SEEN) ? seen(target) : target.name()), Map.of(), "");
    }

    /** Tells apart what a target was when its form was made from what somebody has made of it since. */
    private static String seen(StoredTarget target) {
        return Integer.toHexString(target.settings().hashCode());
    }

    private String now(String known) {
        return targets.all().stream().filter(t -> t.name().equals(known)).findFirst().map(TargetPages::seen).orElse("");
    }

    /** What is wrong with each field, all of them at once. */
    private Map<String, String> wrong(Form form, Driver driver) {
        Map<String, String> wrong = new LinkedHashMap<>();
        if (form.text(KNOWN).isEmpty()) {
            wrongName(form.text(NAME).map(String::strip).orElse("")).ifPresent(w -> wrong.put(NAME, w));
        }
        for (Param<?> param : driver.params().all()) {
            String field = Field.SETTING + param.name();
            form.text(field).flatMap(text -> Field.complaint(param, text)).ifPresent(w -> wrong.put(field, w));
        }
        return wrong;
    }

    private Optional<String> wrongName(String name) {
        if (name.isEmpty()) {
            return Optional.of("a target needs a name");
        }
        if (targets.all().stream().anyMatch(t -> t.name().equals(name))) {
            return Optional.of("there is a target '" + name + "' already");
        }
        if (Drivers.all().stream().anyMatch(d -> d.name().equals(name))) {
            return Optional.of("this is the name of a driver; choose another");
        }
        try {
            new StoredTarget(name, "", Map.of());
            return Optional.empty();
        } catch (InvalidInputException e) {
            return Optional.of(Field.unnamed(e.getMessage(), "target '" + name + "'"));
        }
    }

    /** While it is typed, a name that is not there yet is not wrong. */
    private void check(RequestContext requestContext) {
        Form form = requestContext.form();
        Driver driver = driver(form);
        Map<String, String> wrong = wrong(form, driver);
        List<Feedback> feedback = new ArrayList<>();
        if (form.text(KNOWN).isEmpty()) {
            feedback.add(Feedback.wrong(NAME, form.text(NAME).isEmpty() ? "" : wrong.getOrDefault(NAME, "")));
        }
        for (Param<?> param : driver.params().all()) {
            String field = Field.SETTING + param.name();
            feedback.add(new Feedback(field, wrong.getOrDefault(field, ""), form.text(field)
                    .map(text -> Field.taken(param, List.of(text))).orElse("")));
        }
        requestContext.part("fields/wrongs.jte", Map.of("wrongs", feedback));
    }

    private void put(RequestContext requestContext) {
        Form form = requestContext.form();
        Driver driver = driver(form);
        String known = form.text(KNOWN).orElse("");
        Map<String, String> wrong = wrong(form, driver);
        if (!wrong.isEmpty()) {
            requestContext.context().status(400);
            form(requestContext, driver, known, form::text, wrong, "");
            return;
        }
        if (!known.isEmpty() && form.text(SEEN).filter(s -> !s.equals(now(known))).isPresent()) {
            requestContext.context().status(409);
            form(requestContext, driver, known, f -> f.equals(SEEN) ? Optional.of(now(known)) : form.text(f), Map.of(),
                    "Somebody else has changed or removed " + known + " meanwhile; the list of targets shows the "
                    + "current settings. Press “Keep” again to replace them with yours.");
            return;
        }
        keep(requestContext, driver, known, known.isEmpty() ? form.needed(NAME).strip() : known);
    }

    /** What goes together badly is told above the fields, as it is about several. */
    private void keep(RequestContext requestContext, Driver driver, String known, String name) {
        Map<String, String> settings = new LinkedHashMap<>();
        driver.params().all().forEach(p -> requestContext.form().text(Field.SETTING + p.name())
                .ifPresent(text -> settings.put(p.name(), text.strip())));
        try {
            targets.put(name, driver.name(), settings);
        } catch (InvalidInputException e) {
            requestContext.context().status(400);
            form(requestContext, driver, known, requestContext.form()::text, Map.of(), e.getMessage());
            return;
        }
        probeResults.remove(name);
        requestContext.redirect(TARGETS, "Target " + name + " is kept; a job names it as its target.");
    }

    private void askToRemove(RequestContext requestContext) {
        StoredTarget target = named(requestContext);
        requestContext.ask(TARGETS, "Remove " + target.name(),
                "Its name and settings are forgotten. Jobs that wait keep them, "
                + "and so do results.", path(target.name()) + "/remove", TARGETS);
    }

    private void remove(RequestContext requestContext) {
        StoredTarget target = named(requestContext);
        targets.remove(target.name());
        probeResults.remove(target.name());
        requestContext.redirect(TARGETS, "Removed " + target.name() + ".");
    }
}
