package dev.tidemark.web.settings;

import module java.base;
import dev.tidemark.app.Defaults;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.fields.Field.Feedback;

/**
 * A setting that can have a default: drivers that have one of the same name share it, each with its own declaration.
 *
 * @param name of the setting
 * @param by   who declares it, at least one, with the declaration
 */
record DeclaredSetting(String name, Map<String, Param<?>> by) {

    /**
     * Settings that stand together.
     *
     * @param also where others of the same origin stand; may be empty
     */
    record Group(String title, List<DeclaredSetting> settings, String also) {

        boolean empty() {
            return settings.isEmpty();
        }
    }

    private static final String SEVERAL = "Several drivers";

    /** Every setting that an experiment of a workload can have, once. */
    static List<Group> of(Workload workload) {
        return of(workload, Drivers.all());
    }

    /** @param drivers those that there are; the ones that cannot do the workload are left out */
    static List<Group> of(Workload workload, List<Driver> drivers) {
        List<Driver> able = drivers.stream().filter(d -> d.capabilities().containsAll(workload.needs())).toList();
        List<DeclaredSetting> ofWorkload = single(workload.name(), workload.params().all());
        List<DeclaredSetting> ofRun = single("run", RunParams.ALL.all());
        Set<String> taken = Stream.concat(ofWorkload.stream(), ofRun.stream()).map(DeclaredSetting::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Map<String, Map<String, Param<?>>> ofDrivers = new LinkedHashMap<>();
        able.forEach(d -> d.params().all().stream()
                .filter(p -> !taken.contains(p.name()) && Defaults.canBe(p)).forEach(p -> ofDrivers
                .computeIfAbsent(p.name(), n -> new LinkedHashMap<>()).put(d.name(), p)));
        List<DeclaredSetting> all = ofDrivers.entrySet().stream()
                .map(e -> new DeclaredSetting(e.getKey(), e.getValue())).toList();
        List<DeclaredSetting> shared = all.stream().filter(DeclaredSetting::shared).toList();
        List<Group> groups = new ArrayList<>(List.of(new Group("Workload " + workload.name(), ofWorkload, ""),
                new Group("Every run", ofRun, ""), new Group(SEVERAL, shared, "")));
        able.forEach(d -> groups.add(new Group("Driver " + d.name(), all.stream()
                .filter(s -> !s.shared() && s.by().containsKey(d.name())).toList(), also(d, shared))));
        return groups.stream().filter(g -> !g.empty()).toList();
    }

    private static List<DeclaredSetting> single(String owner, List<Param<?>> params) {
        return params.stream().map(p -> new DeclaredSetting(p.name(), Map.of(owner, p))).toList();
    }

    private static String also(Driver driver, List<DeclaredSetting> shared) {
        String names = shared.stream().filter(s -> s.by().containsKey(driver.name())).map(DeclaredSetting::name)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : "Under “" + SEVERAL + "”: " + names + ".";
    }

    /** Whether several drivers have it. */
    boolean shared() {
        return by.size() > 1;
    }

    String field() {
        return Field.SETTING + name;
    }

    private Param<?> first() {
        return by.values().iterator().next();
    }

    /** What the declarations say, once where they agree, and else with who says it. */
    private String said(Function<Param<?>, String> what, String between) {
        Map<String, List<String>> who = new LinkedHashMap<>();
        by.forEach((owner, param) -> who.computeIfAbsent(what.apply(param), t -> new ArrayList<>()).add(owner));
        return who.size() == 1 ? who.keySet().iterator().next() : who.entrySet().stream()
                .map(e -> String.join(", ", e.getValue()) + ": " + e.getKey()).collect(Collectors.joining(between));
    }

    /** Its field. @param wrong what is wrong, by name of the field */
    Field shown(Optional<String> filled, Map<String, String> wrong) {
        Field first = Field.of(first(), field(), said(Field::declared, "; "), filled, wrong);
        String help = said(Field::help, " ");
        List<String> words = by.values().stream().flatMap(p -> Field.words(p).stream()).distinct().toList();
        Field field = Field.typed(first.name(), name, said(Field::kind, "; "), first.placeholder(),
                shared() ? "Of " + String.join(", ", by.keySet()) + ". " + help : help, words, first.lines(), filled,
                wrong)
                .by(by.values().stream().map(Field::input).distinct().reduce((one, other) -> Field.Input.TYPED)
                        .orElse(Field.Input.TYPED));
        return filled.isEmpty() || !field.feedback().right() ? field
                : field.feedback(new Feedback(field(), "", taken(filled.get())));
    }

    /** A value as it is stored. @throws InvalidInputException when nobody who has the setting can use it */
    String written(String text) {
        Optional<InvalidInputException> refused = Optional.empty();
        for (Param<?> param : by.values()) {
            try {
                return Field.written(param, text);
            } catch (InvalidInputException e) {
                refused = refused.or(() -> Optional.of(e));
            }
        }
        throw new InvalidInputException(Field.unnamed(refused.orElseThrow().getMessage(), name));
    }

    /** As what a value that can be used is taken, and who cannot use it; may be empty. */
    String taken(String text) {
        Stream<String> taken = by.values().stream().map(p -> Field.taken(p, List.of(text))).filter(t -> !t.isEmpty())
                .distinct();
        Stream<String> refused = by.entrySet().stream().filter(e -> Field.complaint(e.getValue(), text).isPresent())
                .map(e -> "Not for " + e.getKey() + ": " + Field.complaint(e.getValue(), text).get() + ".");
        return Stream.concat(taken, refused).collect(Collectors.joining(" "));
    }
}
