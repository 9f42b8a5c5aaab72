package dev.tidemark.web.settings;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.app.Defaults;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.Numbers;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.StoredDefault;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.fields.Field.Feedback;
import dev.tidemark.web.fields.Field.Section;
import dev.tidemark.web.fields.PairParser;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;

/** {@code /defaults}: what every experiment of a workload starts from, tags included. */
public final class DefaultsPages {

    private static final String DEFAULTS = "/defaults";
    private static final String TAGS = "tags";
    private static final int TAG_LINES = 4;

    private final Workbench workbench;
    private final ResultStore store;

    public DefaultsPages(Workbench workbench) {
        this.workbench = workbench;
        this.store = workbench.store();
    }

    public List<Route> routes() {
        return List.of(
                Route.get(DEFAULTS, ADMINISTRATOR, this::show),
                Route.post("/defaults/check", ADMINISTRATOR, this::check),
                Route.post(DEFAULTS, ADMINISTRATOR, this::save),
                Route.get("/defaults/reset", ADMINISTRATOR, this::askToReset),
                Route.post("/defaults/reset", ADMINISTRATOR, this::reset));
    }

    private static Workload workload(Form form) {
        return Workloads.named(form.text("workload").orElse(Workloads.all().getFirst().name()));
    }

    private void show(RequestContext requestContext) {
        Workload workload = workload(requestContext.query());
        Map<String, String> stored = new LinkedHashMap<>();
        store.defaults(workload.name()).stream().filter(d -> !d.tag())
                .forEach(d -> stored.put(Field.SETTING + d.name(), d.text()));
        String tags = store.defaults(workload.name()).stream().filter(StoredDefault::tag)
                .map(d -> d.name() + "=" + d.text()).collect(Collectors.joining("\n"));
        page(requestContext, workload, name -> name.equals(TAGS) ? Optional.of(tags)
                : name.equals(Defaults.LABEL) ? Optional.ofNullable(stored.get(Field.SETTING + Defaults.LABEL))
                : Optional.ofNullable(stored.get(name)),
                Map.of(), "");
    }

    private void page(RequestContext requestContext, Workload workload, Function<String, Optional<String>> filled,
            Map<String, String> wrong, String complaint) {
        List<Section> sections = new ArrayList<>();
        for (DeclaredSetting.Group group : DeclaredSetting.of(workload)) {
            List<Field> fields = group.settings().stream().map(d -> d.shown(filled.apply(d.field()), wrong)).toList();
            boolean folded = !sections.isEmpty() && fields.stream().noneMatch(Field::touched);
            sections.add(new Section(group.title(), fields, folded, group.also()));
        }
        Field tags = Field.typed(TAGS, "Tags", "NAME=VALUE, one a line", "", "What this machine is, as in host-type=ml."
                + "medium or disk-type=ssd; recorded with every iteration, and compared by.", List.of(), TAG_LINES,
                filled.apply(TAGS), wrong);
        Field label = Field.typed(Defaults.LABEL, "Label", "", workload.name(), "Under which results stand where a job "
                + "has no label of its own.", List.of(), 1, filled.apply(Defaults.LABEL), wrong);
        List<Own> own = store.defaults(workload.name()).stream().map(d -> new Own(d.name(), d.text(), d.tag(),
                DEFAULTS + "/reset?workload=" + Links.query(workload.name()) + "&name=" + Links.query(d.name())))
                .toList();
        requestContext.page(Kind.of("Defaults", DEFAULTS, "htmx.js"), "settings/defaults.jte", Map.of("workload",
                workload.name(), "workloads", Workloads.all().stream().map(Workload::name).toList(), "tags", tags,
                "label", label, "sections", sections, "own", own, "seen", seen(workload), "complaint", complaint));
    }

    /** A default that was changed. @param reset where it is given up */
    public record Own(String name, String text, boolean tag, String reset) {}

    /** Tells apart what stood in a form from what somebody else has stored since. */
    private String seen(Workload workload) {
        return Integer.toHexString(store.defaults(workload.name()).hashCode());
    }

    /** What is filled in: the defaults that it means, and what is wrong with it. */
    private record Filled(List<StoredDefault> defaults, Map<String, String> wrong) {

        static Filled read(Form form, Workload workload, Defaults allowed) {
            List<StoredDefault> defaults = new ArrayList<>();
            Map<String, String> wrong = new LinkedHashMap<>();
            for (DeclaredSetting setting : settings(workload)) {
                try {
                    form.text(setting.field()).ifPresent(text -> {
                        StoredDefault value = new StoredDefault(setting.name(), false, setting.written(
                                allowed.written(setting.name(), text)));
                        allowed.check(workload, value);
                        defaults.add(value);
                    });
                } catch (InvalidInputException e) {
                    wrong.put(setting.field(), Field.unnamed(e.getMessage(), setting.name()));
                }
            }
            try {
                form.text(Defaults.LABEL).map(text -> allowed.setting(workload, Defaults.LABEL, text, ""))
                        .ifPresent(defaults::add);
            } catch (InvalidInputException e) {
                wrong.put(Defaults.LABEL, Field.unnamed(e.getMessage(), Defaults.LABEL));
            }
            try {
                PairParser.pairs(form.text(TAGS).orElse(""), "=")
                        .forEach((name, text) -> defaults.add(Defaults.tag(workload, name, text)));
            } catch (InvalidInputException e) {
                wrong.put(TAGS, e.getMessage());
            }
            return new Filled(defaults, wrong);
        }
    }

    private static List<DeclaredSetting> settings(Workload workload) {
        return DeclaredSetting.of(workload).stream().flatMap(g -> g.settings().stream()).toList();
    }

    private void check(RequestContext requestContext) {
        Workload workload = workload(requestContext.form());
        Map<String, String> wrong = Filled.read(requestContext.form(), workload, workbench.defaults()).wrong();
        List<Feedback> all = new ArrayList<>(Stream.of(Defaults.LABEL, TAGS)
                .map(f -> Feedback.wrong(f, wrong.getOrDefault(f, ""))).toList());
        settings(workload).forEach(d -> all.add(new Feedback(d.field(), wrong.getOrDefault(d.field(), ""),
                requestContext.form().text(d.field()).map(d::taken).orElse(""))));
        requestContext.part("fields/wrongs.jte", Map.of("wrongs", all));
    }

    /** All are right, or none is stored. */
    private void save(RequestContext requestContext) {
        Workload workload = workload(requestContext.form());
        Filled filled = Filled.read(requestContext.form(), workload, workbench.defaults());
        if (!filled.wrong().isEmpty()) {
            requestContext.context().status(400);
            page(requestContext, workload, requestContext.form()::text, filled.wrong(), "");
            return;
        }
        if (requestContext.form().text("seen").filter(s -> !s.equals(seen(workload))).isPresent()) {
            requestContext.context().status(409);
            page(requestContext, workload, requestContext.form()::text, Map.of(),
                    "Somebody else has changed these defaults meanwhile: “Yours” shows the current ones. Save again "
                    + "to replace them with yours.");
            return;
        }
        Set<String> offered = settings(workload).stream().map(DeclaredSetting::name).collect(Collectors.toSet());
        Set<String> names = filled.defaults().stream().map(StoredDefault::name).collect(Collectors.toSet());
        store.defaults(workload.name()).stream()
                .filter(d -> d.tag() || offered.contains(d.name()) || d.name().equals(Defaults.LABEL))
                .filter(d -> !names.contains(d.name())).forEach(d -> store.resetDefault(workload.name(), d.name()));
        filled.defaults().forEach(d -> store.setDefault(workload.name(), d));
        requestContext.redirect(DEFAULTS + "?workload=" + Links.query(workload.name()), "Saved: " + Numbers.counted(
                filled.defaults().size(), "default") + " of " + workload.name() + " "
                + (filled.defaults().size() == 1 ? "is" : "are") + " yours.");
    }

    // ---- Giving them up ----

    private void askToReset(RequestContext requestContext) {
        Workload workload = workload(requestContext.query());
        Optional<String> name = requestContext.query().text("name");
        List<StoredDefault> own = store.defaults(workload.name()).stream()
                .filter(d -> name.isEmpty() || d.name().equals(name.get())).toList();
        if (own.isEmpty()) {
            throw HttpException.missing(workload.name() + " has no such default of yours");
        }
        String query = "?workload=" + Links.query(workload.name());
        requestContext.ask(DEFAULTS, "Reset " + name.orElse("all defaults of " + workload.name()), name.isPresent()
                ? "The declared default holds again, in place of " + own.getFirst().text() + "."
                : Numbers.counted(own.size(), "default") + " of yours will be given up; the declared ones hold again.",
                "/defaults/reset" + query + name.map(n -> "&name=" + Links.query(n)).orElse(""), DEFAULTS + query);
    }

    private void reset(RequestContext requestContext) {
        Workload workload = workload(requestContext.query());
        Optional<String> name = requestContext.query().text("name");
        store.defaults(workload.name()).stream().filter(d -> name.isEmpty() || d.name().equals(name.get()))
                .forEach(d -> store.resetDefault(workload.name(), d.name()));
        requestContext.redirect(DEFAULTS + "?workload=" + Links.query(workload.name()), name
                .map(n -> "Reset " + n + ".").orElse("Reset all defaults of " + workload.name() + "."));
    }
}
