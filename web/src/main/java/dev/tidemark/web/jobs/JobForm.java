package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.Submission;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentKeys;
import dev.tidemark.core.experiment.FormField;
import dev.tidemark.core.experiment.FormField.Group;
import dev.tidemark.core.experiment.FormField.Typed;
import dev.tidemark.core.experiment.Key;
import dev.tidemark.core.experiment.YamlWriter;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.OlderNames;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.core.workload.Preparation;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.store.results.StoredAgent;
import dev.tidemark.store.results.StoredDefault;
import dev.tidemark.store.results.StoredTarget;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.fields.Field.Feedback;
import dev.tidemark.web.fields.Field.Link;
import dev.tidemark.web.fields.Field.Section;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.IdempotencyTokens;
import dev.tidemark.web.http.TextSanitizer;
import dev.tidemark.web.jobs.FormView.Check;
import dev.tidemark.web.jobs.FormView.Option;

/** The form of a new job with what is filled in: fields made from declarations, and the experiment that it says. */
final class JobForm {

    private static final int FEW_LINES = 3;

    private static final String PRESET = "preset";
    /** Fields that have a place of their own in the form. */
    private static final Set<String> APART = Set.of(PRESET, StartTimeField.NAME);
    /** Keys that have fields, by the paths that name these. */
    private static final Map<String, Key<?>> KEYS = ExperimentFields.KEYS.entrySet().stream()
            .filter(e -> e.getValue().field() != null)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    /** Ends the names of settings that are directories, among those that are paths. */
    private static final String DIRECTORY = "directory";
    /** Of a setting that is on or off, as it is listed. */
    private static final String BOTH = "true, false";

    /** The setting by which a workload is told what it works on. */
    private static final String DATASET = "dataset";

    private final Workbench workbench;
    private final Form form;
    private final Workload workload;
    private final PlanKind kind;
    private final List<StoredTarget> named;
    private final List<StoredTarget> targets;
    private final Map<String, String> stored = new LinkedHashMap<>();
    private final PresetFields preset;
    /** Of the person's own, as they stand in the command before each iteration. */
    private final List<Param<?>> own;
    private final ExperimentFields filledIn;

    /**
     * @param sent what is filled in; made for another workload or plan, it is put into the fields of this one first
     * @throws InvalidInputException when the choice of workload, target or plan is none that there is
     */
    JobForm(Workbench workbench, Form sent) {
        this.workbench = workbench;
        this.workload = Workloads.named(sent.text("workload").orElse(Workloads.all().getFirst().name()));
        this.kind = PlanKind.of(sent.text(ExperimentFields.PLAN).orElse(PlanKind.MATRIX.word()));
        this.named = workbench.targets().all();
        workbench.store().defaults(workload.name()).stream().filter(d -> !d.tag())
                .forEach(d -> stored.put(d.name(), d.text()));
        Form back = FormCarryOver.back(PresetFields.emptied(sent, workload), workload);
        this.targets = targets(back);
        this.own = own(sent);
        this.preset = PresetFields.of(back, workload, targets.stream().flatMap(t -> t.settings().keySet().stream())
                .collect(Collectors.toSet()));
        this.form = preset.filled(FormCarryOver.replanned(back, kind, new ListedSettings()), sent, workload,
                shown().map(Param::name).collect(Collectors.toSet()));
        this.filledIn = new ExperimentFields(form, workload.name(), kind,
                targets.stream().map(StoredTarget::name).toList(), shown().toList(), preset);
    }

    private List<Param<?>> own(Form sent) {
        List<String> commands = Stream.of(ExperimentFields.SET, ExperimentFields.VARY)
                .flatMap(which -> sent.text(which + Preparation.COMMAND.name()).stream()).toList();
        return targets.stream().map(t -> Planner.params(workload, Drivers.named(t.driver())))
                .flatMap(known -> Preparation.params(commands, known, _ -> Optional.empty()).all().stream())
                .collect(Collectors.toMap(Param::name, p -> p, (first, _) -> first, LinkedHashMap::new))
                .values().stream().<Param<?>>map(p -> p).toList();
    }

    /** The settings that have fields. */
    private Stream<Param<?>> shown() {
        return sections().stream().flatMap(s -> s.params().stream());
    }

    // ---- What is chosen ----

    /** A driver counts as a target of its name, with nothing set; unless there is a target of this name. */
    private Stream<StoredTarget> able() {
        return Stream.concat(named.stream(), Drivers.all().stream()
                .filter(d -> named.stream().noneMatch(t -> t.name().equals(d.name())))
                .map(d -> new StoredTarget(d.name(), d.name(), Map.of())))
                .filter(t -> Drivers.named(t.driver()).capabilities().containsAll(workload.needs()));
    }

    private List<StoredTarget> targets(Form form) {
        List<StoredTarget> able = able().toList();
        List<StoredTarget> chosen = form.all("target").stream().filter(n -> !n.isBlank()).distinct()
                .flatMap(n -> able.stream().filter(t -> t.name().equals(n))).toList();
        List<String> unknown = form.all("target").stream().filter(n -> !n.isBlank())
                .filter(n -> known(n).isEmpty()).toList();
        if (!unknown.isEmpty()) {
            throw new InvalidInputException("no target '" + unknown.getFirst() + "'"
                    + Suggestions.hint(unknown.getFirst(),
                    able.stream().map(StoredTarget::name).toList()));
        }
        return chosen.isEmpty() ? usual(able) : chosen;
    }

    private Optional<String> known(String name) {
        return Stream.concat(named.stream().map(StoredTarget::name), Drivers.all().stream().map(Driver::name))
                .filter(name::equals).findFirst();
    }

    /** What is chosen where nothing is: the engine that most experiments run against, if it is there and able. */
    private List<StoredTarget> usual(List<StoredTarget> able) {
        return able.stream().filter(t -> t.name().equals(workload.usualDriver())).findFirst()
                .or(() -> able.stream().findFirst()).map(List::of).orElse(List.of());
    }

    private record Params(String title, List<Param<?>> params) {}

    /** Settings that all the chosen targets have. */
    private List<Params> sections() {
        List<Driver> drivers = targets.stream().map(t -> Drivers.named(t.driver())).toList();
        List<Param<?>> shared = drivers.isEmpty() ? List.of() : Rigs.withDriver(drivers.getFirst()).all().stream()
                .filter(p -> drivers.stream().allMatch(d -> Rigs.withDriver(d).lookUp(p.name()).isPresent())).toList();
        String of = drivers.stream().map(Driver::name).distinct().collect(Collectors.joining(" and "));
        return List.of(new Params("Workload " + workload.name(), workload.params().all()),
                new Params(drivers.stream().distinct().count() > 1 ? "What " + of + " have in common" : "Driver " + of,
                        shared),
                new Params("The run itself", Stream.concat(own.stream(), RunParams.ALL.all().stream()).toList()));
    }

    /** How settings are listed, also those that are not shown: these are declared by another workload or driver. */
    private final class ListedSettings implements FormCarryOver.Settings {

        private Optional<Param<?>> declared(String name) {
            return Stream.of(sections().stream().flatMap(s -> s.params().stream()),
                    Workloads.all().stream().flatMap(w -> w.params().all().stream()),
                    Drivers.all().stream().flatMap(d -> Rigs.withDriver(d).all().stream())).flatMap(s -> s)
                    .<Param<?>>map(p -> p).filter(p -> p.name().equals(name)).findFirst();
        }

        @Override
        public List<String> values(String name, String text) {
            return declared(name).map(p -> p.type().several().values(text)).orElse(List.of(text));
        }

        @Override
        public String joined(String name, List<String> values) {
            return declared(name).map(p -> p.type().several().text(values)).orElse(String.join(", ", values));
        }

        @Override
        public String byDefault(String name) {
            return declared(name).map(p -> p.type().several().text(List.of(JobForm.this.byDefault(p)))).orElse("");
        }
    }

    // ---- What it says ----

    /** The experiment; where something is wrong the complaint leads to the field. @throws InvalidInputException */
    Experiment experiment() {
        if (targets.isEmpty()) {
            throw new InvalidInputException("no driver here can run " + workload.name());
        }
        filledIn.wrong().entrySet().stream().findFirst().ifPresent(wrong -> {
            throw new InvalidInputException(wrong.getValue()).at(ExperimentFields.PLACE + wrong.getKey());
        });
        return workbench.read(filledIn.document());
    }

    /**
     * The experiment as a document, whether it is right or not.
     * @throws InvalidInputException where even a line cannot be read
     */
    String yaml() {
        return YamlWriter.write(filledIn.document());
    }

    /** @param refused why it cannot be run, once it was sent: before, it is not wrong that something is still needed */
    private Check check(Optional<InvalidInputException> refused) {
        Map<String, String> titles = titles();
        Map<String, String> wrong = new LinkedHashMap<>(filledIn.wrong());
        boolean well = wrong.isEmpty();
        wrong.putAll(StartTimeField.wrong(form));
        String complaint = "";
        String needs = "";
        String forecast = "";
        String yaml = "";
        try {
            DocumentNode.Mapping document = filledIn.document();
            yaml = YamlWriter.write(document);
            if (well) {
                Submission submission = workbench.plan(workbench.read(document));
                forecast = ForecastText.of(workbench.jobs().forecast(submission)) + addsTo(submission);
            }
        } catch (InvalidInputException e) {
            ExperimentFields.Complaint c = ExperimentFields.Complaint.of(e).within(titles.keySet(), form);
            if (c.field().filter(titles::containsKey).isEmpty()) {
                complaint = c.text();
            } else if (refused.isEmpty() && missing(c.field().get())) {
                needs = "Still needed: " + title(c.field().get()) + ". "
                        + TextSanitizer.sentence(c.text());
            } else {
                wrong.put(c.field().get(), c.text());
            }
        }
        Map<String, String> taken = filledIn.taken();
        return new Check(forecast, complaint, needs, yaml, titles.keySet().stream().map(f -> new Feedback(f,
                wrong.getOrDefault(f, ""), taken.getOrDefault(f, ""))).toList(), titles);
    }

    /** Whether nothing is filled in for a setting, and nothing stands for it either. */
    private boolean missing(String field) {
        return sections().stream().flatMap(s -> s.params().stream())
                .filter(p -> kind.fields(p.name()).contains(field))
                .anyMatch(p -> kind.fields(p.name()).stream().noneMatch(f -> form.text(f).isPresent())
                        && (byDefault(p).isEmpty() || byDefault(p).equals(p.absent())));
    }

    /** A label that is there already is added to, which a person may not want. */
    private String addsTo(Submission submission) {
        String label = submission.experiment().label();
        return workbench.store().labels().stream().filter(l -> l.label().equals(label)).findFirst()
                .map(l -> " Label " + label + " is there already; this adds to its "
                        + Numbers.counted(l.iterations().values().stream().mapToInt(Integer::intValue).sum(),
                                "iteration") + by(label) + ".").orElse("");
    }

    private String by(String label) {
        List<String> people = workbench.store().people(label);
        return people.isEmpty() ? "" : ", run by " + FindingText.list(people);
    }

    /** All fields that show what is wrong with them, and what each is called; a default by its setting's name. */
    private Map<String, String> titles() {
        Map<String, String> titles = new LinkedHashMap<>();
        Stream.of(fieldsOf(Group.HEAD), searched(), fieldsOf(Group.TAIL), tags()).flatMap(List::stream)
                .forEach(f -> titles.put(f.name(), f.title()));
        shown().forEach(p -> kind.fields(p.name()).forEach(f -> titles.put(f, p.name())));
        return titles;
    }

    /** A setting's or tag's own name. */
    private static String title(String field) {
        return field.substring(field.indexOf('.') + 1);
    }

    // ---- As it is shown ----

    private static String described(StoredTarget target) {
        return target.settings().isEmpty() && target.name().equals(target.driver())
                ? Drivers.named(target.driver()).summary() : "driver " + target.driver() + settings(target);
    }

    FormView view(Optional<InvalidInputException> refused) {
        Check check = check(refused);
        String whole = refused.filter(e -> check.right() || e instanceof ConflictException)
                .map(e -> TextSanitizer.sentence(ExperimentFields.Complaint.of(e).text())).orElse("");
        Map<String, Feedback> feedback = new LinkedHashMap<>();
        check.feedback().forEach(t -> feedback.put(t.name(), t));
        List<Option> workloads = Workloads.all().stream()
                .map(w -> new Option(w.name(), w.question(), w.name().equals(workload.name()))).toList();
        List<Option> offered = able().map(t -> new Option(t.name(), described(t),
                targets.stream().anyMatch(c -> c.name().equals(t.name())))).toList();
        List<Field> common = withFeedback(Stream.of(fieldsOf(Group.HEAD), fieldsOf(Group.TAIL)).flatMap(List::stream)
                .filter(f -> !APART.contains(f.name())).toList(), feedback);
        List<Section> first = new ArrayList<>();
        List<Section> rest = new ArrayList<>();
        for (Params section : sections()) {
            Set<String> main = section.params().stream().filter(Param::main).map(Param::name)
                    .collect(Collectors.toSet());
            split(section.title(), section.params().stream().map(p -> field(p, feedback)).toList(),
                    f -> main.contains(f.title()), first, rest);
        }
        first.add(new Section("What this machine is", withFeedback(tags(), feedback),
                tags().stream().noneMatch(Field::touched)));
        List<Field> apart = common.stream().filter(f -> !isMain(f) && quiet(f)).toList();
        if (!apart.isEmpty()) {
            rest.add(new Section("The plan and its record", apart, false));
        }
        return new FormView(workloads, offered, kind, withFeedback(fieldsOf(Group.HEAD), feedback).stream()
                .filter(f -> f.name().equals(PRESET)).findFirst(),
                common.stream().filter(f -> isMain(f) || !quiet(f)).toList(),
                withFeedback(searched(), feedback),
                first, withFeedback(List.of(StartTimeField.field(form.text(StartTimeField.NAME), Map.of())), feedback)
                .getFirst(),
                rest, form.text("alongside").isPresent(), check, JobRevision.of(form), IdempotencyTokens.key(),
                FormCarryOver.hidden(form, check.titles().keySet(), workload, kind), whole,
                refused.isPresent(), false, Optional.empty());
    }

    /**
     * A field for each tag that most people have, that stands for every job, or that was filled in while it did; others
     * go into the lines of tags.
     */
    private List<Field> tags() {
        Map<String, String> byDefault = new LinkedHashMap<>();
        OlderNames.MACHINE_TAGS.forEach(tag -> byDefault.put(tag, ""));
        workbench.store().defaults(workload.name()).stream().filter(StoredDefault::tag)
                .forEach(d -> byDefault.put(d.name(), d.text()));
        form.fields().keySet().stream()
                .filter(name -> name.startsWith(ExperimentFields.TAGS) && form.text(name).isPresent())
                .forEach(name -> byDefault.putIfAbsent(name.substring(ExperimentFields.TAGS.length()), ""));
        return byDefault.entrySet().stream().map(tag -> Field.typed(ExperimentFields.TAGS + tag.getKey(), tag.getKey(),
                "", tag.getValue(), "", List.of(), 1, form.text(ExperimentFields.TAGS + tag.getKey()), Map.of()))
                .toList();
    }

    private static boolean isMain(Field field) {
        return KEYS.containsKey(field.name()) && KEYS.get(field.name()).field().main();
    }

    /** Whether a person who does not look for a field misses nothing without it. */
    private static boolean quiet(Field field) {
        return !field.touched() && field.right();
    }

    /** Parts the fields that matter, or in which something stands, from the rest. */
    private static void split(String title, List<Field> fields, Predicate<Field> main, List<Section> first,
            List<Section> rest) {
        Map<Boolean, List<Field>> parts = fields.stream()
                .collect(Collectors.partitioningBy(f -> main.test(f) || !quiet(f)));
        Stream.of(true, false).filter(p -> !parts.get(p).isEmpty())
                .forEach(p -> (p ? first : rest).add(new Section(title, parts.get(p), false)));
    }

    private static List<Field> withFeedback(List<Field> fields, Map<String, Feedback> feedback) {
        return fields.stream().map(f -> f.feedback(feedback.getOrDefault(f.name(), f.feedback()))).toList();
    }

    Check checked() {
        return check(Optional.empty());
    }

    private static String settings(StoredTarget target) {
        return target.settings().entrySet().stream().map(e -> ", " + e.getKey() + " " + e.getValue())
                .collect(Collectors.joining());
    }

    /** What a search has besides; none where none is made. */
    private List<Field> searched() {
        return switch (kind) {
            case RAMP -> fieldsOf(Group.RAMP);
            case FIND_RATE -> fieldsOf(Group.FIND_RATE);
            case MATRIX, STUDY, COMPARE -> List.of();
        };
    }

    private List<Field> fieldsOf(Group group) {
        Stream<Field> declared = KEYS.entrySet().stream().filter(e -> e.getValue().field().group() == group)
                .sorted(Comparator.comparing(e -> e.getValue().field().rank()))
                .map(e -> field(e.getKey(), e.getValue()))
                .filter(f -> !f.closed() || !f.words().isEmpty());
        return Stream.concat(declared, group != Group.TAIL ? Stream.of()
                : Stream.of(StartTimeField.field(form.text(StartTimeField.NAME), Map.of()))).toList();
    }

    private Field field(String path, Key<?> key) {
        FormField f = key.field();
        if (f.typed() != Typed.WORD) {
            return Field.typed(path, f.title(), f.kind(), placeholder(path, f), f.help(), List.of(),
                    f.typed().sign().isEmpty() ? 1 : FEW_LINES, form.text(path), Map.of());
        }
        return Field.chosen(path, f.title(), placeholder(path, f), f.help(), path.equals(PRESET)
                ? List.copyOf(workload.presets().keySet()) : key.words(), form.text(path), Map.of());
    }

    private String placeholder(String path, FormField field) {
        return switch (path) {
            case "label" -> workbench.defaults().label(workload);
            case "tags" -> workbench.store().defaults(workload.name()).stream().filter(StoredDefault::tag)
                    .map(d -> d.name() + "=" + d.text()).collect(Collectors.joining(" "));
            default -> path.startsWith("plan.") && ExperimentKeys.usualPlan(kind.space()).get(title(path))
                    instanceof DocumentNode.Scalar s ? s.text() : field.placeholder();
        };
    }

    /** What holds for a setting where nothing is filled in. */
    private String byDefault(Param<?> param) {
        Optional<String> ofTarget = targets.isEmpty() ? Optional.empty()
                : Optional.ofNullable(targets.getFirst().settings().get(param.name()));
        return ofTarget.or(() -> Optional.ofNullable(preset.values().get(param.name())))
                .or(() -> Optional.ofNullable(stored.get(param.name()))).orElseGet(() -> Field.declared(param));
    }

    private Field field(Param<?> param, Map<String, Feedback> feedback) {
        Field set = field(param, ExperimentFields.SET, feedback);
        return kind == PlanKind.STUDY ? field(param, ExperimentFields.VARY, feedback).withDefault(set) : set;
    }

    private Field field(Param<?> param, String which, Map<String, Feedback> feedback) {
        String name = which + param.name();
        Optional<String> filled = form.text(name).map(text -> param.type() == Types.BOOLEAN
                ? param.type().several().text(param.type().several().values(text)) : text);
        Field plain = Field.of(param, name, byDefault(param), filled, Map.of());
        Field field = plain.saying(plain.help() + cost(param)).feedback(feedback.getOrDefault(name, plain.feedback()))
                .from(filled.filter(text -> preset.says(param.name(), text)).map(text -> "From preset " + preset.name())
                        .orElse(""));
        if (param.type() == Types.BOOLEAN && name.equals(kind.fields(param.name()).getLast())) {
            return field.choosing(Stream.concat(field.words().stream(), Stream.of(BOTH)).toList());
        }
        if (param.type() == Types.PATH && param.name().endsWith(DIRECTORY)) {
            return field.by(Field.Input.DIRECTORY);
        }
        if (param.name().equals(Agents.PARAM.name())) {
            return field.choosing(agents());
        }
        return param.name().equals(DATASET) ? offeringDatasets(field) : field;
    }

    /** Each that has a name, and all of them together. */
    private List<String> agents() {
        List<String> names = workbench.agents().all().stream().map(StoredAgent::name).toList();
        return Stream.concat(names.stream(), names.size() < 2 ? Stream.of() : Stream.of(String.join(",", names))).toList();
    }

    /** A mark behind the help of a setting; the form says once what each means. */
    private static String cost(Param<?> param) {
        return switch (param.change()) {
            case NOTHING, REOPEN -> "";
            case RESTART -> " " + FormView.RESTARTS;
            case REBUILD -> " " + FormView.REBUILDS;
        };
    }

    /** Those that are there and held by a driver that is chosen. */
    private Field offeringDatasets(Field field) {
        List<String> drivers = targets.stream().map(StoredTarget::driver).distinct().toList();
        List<String> names = workbench.datasets().all().stream().filter(d -> d.manifest().isPresent())
                .filter(d -> drivers.contains(d.where().driver())).map(d -> d.where().name()).toList();
        String none = names.isEmpty() ? " There is none for " + String.join(" or ", drivers) + " yet." : "";
        return field.offering(names, field.help() + none,
                new Link(names.isEmpty() ? "Make one on Datasets" : "Datasets", "/datasets"));
    }
}
