package dev.tidemark.web.jobs;

import dev.tidemark.app.JobForecast;
import dev.tidemark.app.Submission;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.spec.Node;
import dev.tidemark.core.spec.YamlWriter;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.Workloads;
import dev.tidemark.report.Brief;
import dev.tidemark.store.StoredDefault;
import dev.tidemark.store.StoredTarget;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.fields.Field.Section;
import dev.tidemark.web.fields.Field.Wrong;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.jobs.FormView.Check;
import dev.tidemark.web.jobs.FormView.Option;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The form of a new job with what is filled in: fields made from declarations, and the experiment that it says. */
final class JobForm {

    private static final int FEW_LINES = 3;

    private final Workbench workbench;
    private final Form form;
    private final Workload workload;
    private final PlanKind kind;
    private final List<StoredTarget> named;
    private final List<StoredTarget> targets;
    private final Map<String, String> stored = new LinkedHashMap<>();
    private final Draft draft;

    /** @throws BadInput when the choice of workload, target or plan is none that there is */
    JobForm(Workbench workbench, Form form) {
        this.workbench = workbench;
        this.form = form;
        this.workload = Workloads.named(form.text("workload").orElse(Workloads.all().getFirst().name()));
        this.kind = PlanKind.of(form.text("plan").orElse(PlanKind.MATRIX.word()));
        this.named = workbench.targets().all();
        this.targets = targets();
        workbench.store().defaults(workload.name()).stream().filter(d -> !d.tag())
                .forEach(d -> stored.put(d.name(), d.text()));
        this.draft = new Draft(form, workload.name(), kind, targets.stream().map(StoredTarget::name).toList(),
                sections().stream().flatMap(s -> s.params().stream()).toList());
    }

    // ---- What is chosen ----

    /** A driver counts as a target of its name, with nothing set. */
    private Stream<StoredTarget> able() {
        return Stream.concat(named.stream(), Drivers.all().stream()
                .map(d -> new StoredTarget(d.name(), d.name(), Map.of())))
                .filter(t -> Drivers.named(t.driver()).capabilities().containsAll(workload.needs()));
    }

    private List<StoredTarget> targets() {
        List<StoredTarget> able = able().toList();
        List<StoredTarget> chosen = form.all("target").stream().filter(n -> !n.isBlank()).distinct()
                .flatMap(n -> able.stream().filter(t -> t.name().equals(n))).toList();
        List<String> unknown = form.all("target").stream().filter(n -> !n.isBlank())
                .filter(n -> known(n).isEmpty()).toList();
        if (!unknown.isEmpty()) {
            throw new BadInput("no target '" + unknown.getFirst() + "'" + Nearest.hint(unknown.getFirst(),
                    able.stream().map(StoredTarget::name).toList()));
        }
        return chosen.isEmpty() ? usual(able) : chosen;
    }

    private Optional<String> known(String name) {
        return Stream.concat(named.stream().map(StoredTarget::name), Drivers.all().stream().map(Driver::name))
                .filter(name::equals).findFirst();
    }

    /** What is chosen where nothing is: the engine that most experiments run against, if it is there and able. */
    private static List<StoredTarget> usual(List<StoredTarget> able) {
        return able.stream().filter(t -> t.name().equals("rocksdb")).findFirst().or(() -> able.stream().findFirst())
                .map(List::of).orElse(List.of());
    }

    private record Params(String title, List<Param<?>> params) {}

    /** Settings that all the chosen targets have. */
    private List<Params> sections() {
        List<Driver> drivers = targets.stream().map(t -> Drivers.named(t.driver())).toList();
        List<Param<?>> shared = drivers.isEmpty() ? List.of() : drivers.getFirst().params().all().stream()
                .filter(p -> drivers.stream().allMatch(d -> d.params().lookUp(p.name()).isPresent())).toList();
        String of = drivers.stream().map(Driver::name).distinct().collect(Collectors.joining(" and "));
        return List.of(new Params("Workload " + workload.name(), workload.params().all()),
                new Params(drivers.stream().distinct().count() > 1 ? "What " + of + " have in common" : "Driver " + of,
                        shared),
                new Params("The run itself", LoadParams.ALL.all()));
    }

    // ---- What it says ----

    /** The experiment; where something is wrong the complaint leads to the field. @throws BadInput */
    Experiment experiment() {
        if (targets.isEmpty()) {
            throw new BadInput("no driver here can run " + workload.name());
        }
        return workbench.read(draft.document());
    }

    /** The experiment as a document, whether it is right or not. @throws BadInput where even a line cannot be read */
    String yaml() {
        return YamlWriter.write(draft.document());
    }

    private Check check() {
        Map<String, String> wrong = new LinkedHashMap<>(draft.wrong());
        String complaint = "";
        String forecast = "";
        String yaml = "";
        try {
            Node.Mapping document = draft.document();
            yaml = YamlWriter.write(document);
            if (wrong.isEmpty()) {
                Submission submission = workbench.plan(workbench.read(document));
                forecast = sentence(workbench.jobs().forecast(submission)) + addsTo(submission);
            }
        } catch (BadInput e) {
            Draft.Complaint c = Draft.Complaint.of(e).ofSetting(fields().toList());
            if (c.field().isPresent() && fields().anyMatch(f -> f.equals(c.field().get()))) {
                wrong.put(c.field().get(), c.text());
            } else {
                complaint = c.text();
            }
        }
        return new Check(forecast, complaint, yaml,
                fields().map(f -> new Wrong(f, wrong.getOrDefault(f, ""))).toList());
    }

    /** A label that is there already is added to, which a person may not want. */
    private String addsTo(Submission submission) {
        String label = submission.experiment().label();
        return workbench.store().labels().stream().filter(l -> l.label().equals(label)).findFirst()
                .map(l -> " Label " + label + " is there already; this adds to its "
                        + Brief.counted(l.iterations().values().stream().mapToInt(Integer::intValue).sum(),
                                "iteration") + ".").orElse("");
    }

    /** Names of all fields that show what is wrong with them. */
    private Stream<String> fields() {
        return Stream.concat(Stream.of(head(Map.of()), ramp(Map.of()), tail(Map.of())).flatMap(List::stream)
                .map(Field::name), sections().stream().flatMap(s -> s.params().stream())
                .flatMap(p -> kind == PlanKind.STUDY ? Stream.of(Draft.DEFAULTS + p.name(), Draft.VALUES + p.name())
                        : Stream.of(Draft.VALUES + p.name())));
    }

    /** What a plan would take, in one sentence. */
    static String sentence(JobForecast f) {
        return ForecastText.of(f);
    }

    // ---- As it is shown ----

    FormView view(Optional<BadInput> refused) {
        Check check = check();
        if (refused.isPresent() && check.right()) {
            check = new Check("", Draft.Complaint.of(refused.get()).text(), check.yaml(), check.wrong());
        }
        Map<String, String> wrong = new LinkedHashMap<>();
        check.wrong().forEach(w -> wrong.put(w.name(), w.text()));
        List<Option> workloads = Workloads.all().stream()
                .map(w -> new Option(w.name(), w.question(), w.name().equals(workload.name()))).toList();
        List<Option> offered = able().map(t -> new Option(t.name(), t.name().equals(t.driver())
                ? Drivers.named(t.driver()).summary() : "driver " + t.driver() + settings(t),
                targets.stream().anyMatch(c -> c.name().equals(t.name())))).toList();
        List<Section> sections = new ArrayList<>();
        for (Params section : sections()) {
            List<Field> fields = section.params().stream().map(p -> field(p, wrong)).toList();
            boolean untouched = fields.stream().noneMatch(Field::touched);
            if (!fields.isEmpty()) {
                sections.add(new Section(section.title(), fields, untouched && !sections.isEmpty()));
            }
        }
        return new FormView(workloads, offered, kind, head(wrong), ramp(wrong), sections, tail(wrong),
                form.text("alongside").isPresent(), check, Changed.of(form), Once.key());
    }

    Check checked() {
        return check();
    }

    private static String settings(StoredTarget target) {
        return target.settings().entrySet().stream().map(e -> ", " + e.getKey() + " " + e.getValue())
                .collect(Collectors.joining());
    }

    private List<Field> head(Map<String, String> wrong) {
        String tags = workbench.store().defaults(workload.name()).stream().filter(StoredDefault::tag)
                .map(d -> d.name() + "=" + d.text()).collect(Collectors.joining(" "));
        List<Field> head = new ArrayList<>();
        head.add(plain("label", "Label", "text", workload.name(), "Groups the iterations in reports.", List.of(), 1,
                wrong));
        if (!workload.presets().isEmpty()) {
            head.add(plain("preset", "Preset", "one of", "none", "A named set of settings: "
                    + String.join(", ", workload.presets().keySet()) + ".", List.copyOf(workload.presets().keySet()),
                    1, wrong));
        }
        head.add(plain("repeat", "Repeat", "count", kind == PlanKind.COMPARE ? "5" : "1",
                "Rounds over all points; an error can be told from two on.", List.of(), 1, wrong));
        head.add(plain("tags", "Tags", "NAME=VALUE, one a line", tags,
                "Free names for what this machine is, as in disk-type=ssd; recorded, and compared by.", List.of(),
                FEW_LINES, wrong));
        return head;
    }

    private List<Field> ramp(Map<String, String> wrong) {
        if (kind != PlanKind.RAMP) {
            return List.of();
        }
        List<String> measures = workload.measures().all().stream().map(Measure::name).toList();
        return List.of(
                plain("ramp.param", "Raised setting", "name", "workers", "Which setting is raised.", List.of(), 1,
                        wrong),
                plain("ramp.steps", "Steps", "list", "10, +10, +20, +40",
                        "Where it begins and how it goes on: numbers, +10 to add, x2 to multiply.", List.of(), 1,
                        wrong),
                plain("ramp.measure", "Limit on", "measure", "response.mean", "The measure that has a limit.",
                        measures, 1, wrong),
                plain("ramp.limit", "Limit", "condition", "> 10ms", "Ends the ramp when it holds; none: no limit.",
                        List.of(), 1, wrong),
                plain("ramp.gain", "Gain", "condition", "< 10%",
                        "Ends the ramp when a step gains less throughput than this; none: never.", List.of(), 1,
                        wrong));
    }

    private List<Field> tail(Map<String, String> wrong) {
        return List.of(
                plain("expect", "Expect", "MEASURE: CONDITION, one a line", "",
                        "Conditions by which the report judges, as in response.p99: < 50ms.", List.of(), FEW_LINES,
                        wrong),
                plain("order", "Order", "one of", kind == PlanKind.COMPARE ? "abba" : "shuffled",
                        "Of the points within a round.", List.of("shuffled", "abba", "given"), 1, wrong),
                plain("fork", "Fresh process", "one of", kind == PlanKind.COMPARE ? "iteration" : "round",
                        "How often the measuring process is begun anew.", List.of("round", "iteration", "none"), 1,
                        wrong),
                plain("seed", "Seed", "number", "1", "From which every random choice follows.", List.of(), 1, wrong),
                plain("at", "Not before", "time", "as soon as its turn comes",
                        "The earliest time at which it begins, as 20:00 or 2026-11-22T20:00.", List.of(), 1, wrong));
    }

    private Field plain(String name, String title, String kindOfValue, String placeholder, String help,
            List<String> words, int lines, Map<String, String> wrong) {
        return new Field(name, title, kindOfValue, placeholder, help, words, form.text(name).orElse(""),
                wrong.getOrDefault(name, ""), lines, Optional.empty());
    }

    private Field field(Param<?> param, Map<String, String> wrong) {
        Optional<String> ofTarget = targets.isEmpty() ? Optional.empty()
                : Optional.ofNullable(targets.getFirst().settings().get(param.name()));
        String byDefault = ofTarget.or(() -> Optional.ofNullable(stored.get(param.name())))
                .orElseGet(() -> Field.declared(param));
        String name = Draft.VALUES + param.name();
        Field field = Field.of(param, name, byDefault, form.text(name), wrong);
        String second = Draft.DEFAULTS + param.name();
        return kind != PlanKind.STUDY ? field
                : field.beside(Field.of(param, second, byDefault, form.text(second), wrong));
    }
}
