package dev.tidemark.core.experiment;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.url.ConnectionUrl;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.plan.Experiment.TargetSpec;
import dev.tidemark.core.plan.Planner;

/** Reads what an experiment is run against. */
final class TargetReader {

    /** Under which a target names its driver. */
    static final String DRIVER = "driver";

    private static final String TARGET = ExperimentKeys.TARGET.name();
    private static final String TARGETS = ExperimentKeys.TARGETS.name();

    private TargetReader() {}

    static List<String> driverNames() {
        return Drivers.all().stream().map(Driver::name).toList();
    }

    /** A driver with its defaults, under its own name. */
    private static TargetSpec ofDriver(String name) {
        return new TargetSpec(name, name, Map.of());
    }

    /**
     * {@code target} names a driver or one of {@code targets}, and stands first; without it all of {@code targets} are
     * run.
     */
    static Map<String, TargetSpec> chosen(ExperimentReader in) {
        Map<String, TargetSpec> declared = in.get(ExperimentKeys.TARGETS);
        if (!in.has(ExperimentKeys.TARGET)) {
            return declared.isEmpty() ? in.mapping().fail("'target' is missing; it is a driver ("
                    + String.join(", ", driverNames()) + ") or a name under targets") : declared;
        }
        String name = in.get(ExperimentKeys.TARGET);
        Map<String, TargetSpec> chosenFirst = new LinkedHashMap<>();
        chosenFirst.put(name, declared.getOrDefault(name, ofDriver(name)));
        in.names(ExperimentKeys.VARY);
        if (ofPoints(in.mapping()).findAny().isPresent()) { // the one under target is only the default
            declared.forEach(chosenFirst::putIfAbsent);
        }
        return chosenFirst;
    }

    /** Where points name their targets. */
    private static Stream<DocumentNode> ofPoints(DocumentNode.Mapping root) {
        DocumentNode points = root.get(ExperimentKeys.POINTS.name());
        return Stream.concat(Stream.ofNullable(root.get(ExperimentKeys.VARY.name())),
                points instanceof DocumentNode.Sequence s ? s.items().stream() : Stream.of())
                .map(node -> node instanceof DocumentNode.Mapping m ? m.get(Planner.TARGET) : null)
                .filter(Objects::nonNull);
    }

    /** The one that stands first. */
    static String first(String name, ExperimentReader in) {
        return known(name, Stream.concat(in.get(ExperimentKeys.TARGETS).keySet().stream(),
                driverNames().stream()).toList());
    }

    /** One of those that are run against. */
    static String name(DocumentNode.Scalar value, ExperimentReader in) {
        return value.at(() -> known(value.text(), in.targets().keySet()));
    }

    static Map<String, TargetSpec> declared(DocumentNode.Mapping targets, ExperimentReader in) {
        Map<String, TargetSpec> declared = new LinkedHashMap<>();
        targets.entries().forEach((name, node) -> declared.put(name, declared(name, node, in)));
        return declared;
    }

    private static TargetSpec declared(String name, DocumentNode node, ExperimentReader in) {
        if (ConnectionUrl.hidden(name).password().isPresent()) {
            return node.fail("targets: a name has a password in it, which would be stored; write NAME: URL");
        }
        if (!((node instanceof DocumentNode.Scalar url ? reached(url).orElse(node) : node)
                instanceof DocumentNode.Mapping settings)) {
            return node.fail("target '" + name + "' is a mapping with a driver and its settings, or a URL");
        }
        if (!(settings.get(DRIVER) instanceof DocumentNode.Scalar named)) {
            return node.fail("target '" + name + "' needs a driver, one of " + String.join(", ", driverNames()));
        }
        Driver driver = named.at(() -> Drivers.named(named.text()));
        GroupReader.refuse(settings);
        return new TargetSpec(name, driver.name(), new SettingsReader(in.workload(), List.of(Planner.params(
                in.workload(), driver, List.of(), in.commands()))).texts(settings.without(DRIVER)));
    }

    /** The other way round. */
    static Map<String, Object> written(Map<String, TargetSpec> targets) {
        Map<String, Object> written = new LinkedHashMap<>();
        targets.forEach((name, spec) -> written.put(name, written(spec)));
        return written;
    }

    private static Map<String, String> written(TargetSpec spec) {
        Map<String, String> settings = new LinkedHashMap<>(Map.of(DRIVER, spec.driver()));
        settings.putAll(spec.settings());
        return settings;
    }

    // ---- Those that are kept elsewhere; one may have a driver's name, which then stands for it ----

    /** The same with other names, or URLs, of targets wherever one is named. */
    static DocumentNode.Mapping renamed(DocumentNode.Mapping root, UnaryOperator<String> rename) {
        UnaryOperator<DocumentNode> one = node -> node.texts(rename);
        UnaryOperator<DocumentNode> ofPoint = node -> node instanceof DocumentNode.Mapping m
                ? m.change(Planner.TARGET, one) : node;
        return root.change(TARGET, one).change(TARGETS, one)
                .change(ExperimentKeys.VARY.name(), ofPoint)
                .change(ExperimentKeys.POINTS.name(), points -> points.map(ofPoint));
    }

    /** Writes the targets that an experiment names, and that are kept elsewhere, under its own {@code targets}. */
    static DocumentNode.Mapping takenOver(DocumentNode.Mapping root, Map<String, TargetSpec> stored) {
        DocumentNode before = root.get(TARGETS);
        Map<String, DocumentNode> targets = new LinkedHashMap<>(before instanceof DocumentNode.Mapping m ? m.entries()
                : Map.of()); // what is wrong with any other is told when the experiment is read
        if (before instanceof DocumentNode.Sequence names) {
            names.items().forEach(item -> {
                DocumentNode.Scalar name = item instanceof DocumentNode.Scalar s ? s : item.fail("targets: a list holds"
                        + " names; a target with settings is written as NAME: {driver: DRIVER, SETTING: VALUE}");
                targets.put(name.text(), storedTarget(name, List.of(), stored));
            });
        }
        Stream.concat(Stream.ofNullable(root.get(TARGET)), ofPoints(root)).flatMap(node -> node.items().stream())
                .filter(DocumentNode.Scalar.class::isInstance).map(DocumentNode.Scalar.class::cast)
                .filter(name -> !targets.containsKey(name.text()))
                .filter(name -> stored.containsKey(name.text()) || !driverNames().contains(name.text()))
                .forEach(name -> targets.put(name.text(), storedTarget(name, targets.keySet(), stored)));
        return targets.isEmpty() || before instanceof DocumentNode.Mapping declared
                && declared.entries().equals(targets) ? root : with(root, targets);
    }

    /** What a URL reaches, as a target is declared; empty where it is none. */
    private static Optional<DocumentNode> reached(DocumentNode.Scalar url) {
        return url.at(() -> Drivers.reaching(url.text())).map(reached -> DocumentNode.of(written(new TargetSpec(
                url.text(), reached.driver().name(), reached.settings())), url.place()));
    }

    private static DocumentNode storedTarget(DocumentNode.Scalar name, Collection<String> declared,
            Map<String, TargetSpec> stored) {
        Optional<DocumentNode> reached = reached(name);
        if (reached.isPresent()) {
            return reached.get();
        }
        List<String> drivers = driverNames();
        String known = name.at(() -> known(name.text(), Stream.of(declared, stored.keySet(),
                drivers).flatMap(Collection::stream).toList()));
        return DocumentNode.of(written(stored.containsKey(known) ? stored.get(known) : ofDriver(known)), name.place());
    }

    /** New ones stand beside {@code target}. */
    private static DocumentNode.Mapping with(DocumentNode.Mapping root, Map<String, DocumentNode> targets) {
        Map<String, DocumentNode> entries = new LinkedHashMap<>();
        DocumentNode before = root.get(TARGETS);
        DocumentNode after = new DocumentNode.Mapping(targets, before == null ? root.place() : before.place());
        root.entries().forEach((key, node) -> {
            entries.put(key, key.equals(TARGETS) ? after : node);
            if (key.equals(TARGET)) {
                entries.put(TARGETS, after);
            }
        });
        entries.put(TARGETS, after);
        return new DocumentNode.Mapping(entries, root.place());
    }

    private static String known(String name, Collection<String> names) {
        if (!names.contains(name)) {
            throw new InvalidInputException(Drivers.unknown("target", name, names));
        }
        return name;
    }
}
