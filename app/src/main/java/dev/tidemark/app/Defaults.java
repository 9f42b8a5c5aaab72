package dev.tidemark.app;

import module java.base;
import dev.tidemark.app.run.ServerPolicy;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.TagNames;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.core.workload.Preparation;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.StoredDefault;

/** The user's own defaults: what every experiment of a workload starts from, tags included. */
public final class Defaults {

    /** The label of experiments that have none of their own, which is stored as a setting is. */
    public static final String LABEL = "label";
    private static final String RUN_LABEL = "run-label";

    private final ResultStore store;
    private final NamedAgents agents;
    private final ServerPolicy policy;

    Defaults(ResultStore store, NamedAgents agents, ServerPolicy policy) {
        this.store = store;
        this.agents = agents;
        this.policy = policy;
    }

    /** Those that are stored for a workload. */
    public List<StoredDefault> of(Workload workload) {
        return store.defaults(workload.name());
    }

    /**
     * A setting of the workload, of every run or of any driver, by any of its names. Of agents that have a name it
     * keeps what this stands for.
     *
     * @param otherwise what else the name could have meant, said after that it is unknown
     * @throws InvalidInputException naming the nearest one, or saying what is wrong with the value
     */
    public StoredDefault setting(Workload workload, String name, String text, String otherwise) {
        return declared(workload, name, written(name, text), otherwise);
    }

    /** A value as it is stored. @param name of the setting */
    public String written(String name, String text) {
        return name.equals(Agents.PARAM.name()) ? agents.written(text) : text;
    }

    private static StoredDefault declared(Workload workload, String name, String text, String otherwise) {
        if (name.equals(LABEL) || name.equals(RUN_LABEL)) {
            return label(text);
        }
        Set<String> names = new LinkedHashSet<>();
        for (ParamSet params : sets(workload)) {
            Optional<ParamSet.Found> found = params.lookUp(name);
            if (found.isPresent()) {
                requireChoice(found.get().param());
                StoredDefault value = parsed(found.get().param(), found.get().translate(text));
                requireSettings(workload, value);
                return value;
            }
            names.addAll(params.names());
        }
        throw new InvalidInputException("unknown param '" + name + "'" + Suggestions.hint(name, names) + otherwise);
    }

    private static StoredDefault label(String text) {
        if (text.isBlank()) {
            throw new InvalidInputException("label: a label has at least one character");
        }
        return new StoredDefault(LABEL, false, PlainText.checked(LABEL, text));
    }

    /** The label of experiments of a workload that have none of their own. */
    public String label(Workload workload) {
        return of(workload).stream().filter(d -> !d.tag() && d.name().equals(LABEL)).map(StoredDefault::text)
                .findFirst().orElse(workload.name());
    }

    /** Whether a setting can have a default: leave to destroy what others made is given each time. */
    public static boolean canBe(Param<?> param) {
        return Drivers.all().stream().flatMap(d -> d.destroying().stream())
                .noneMatch(p -> p.name().equals(param.name()));
    }

    private static void requireChoice(Param<?> param) {
        if (!canBe(param)) {
            throw new InvalidInputException(param.name() + " is no default; say it with each run that shall do so");
        }
    }

    /** An experiment gives values to what its own command names, and to nothing that another does. */
    private static void requireSettings(Workload workload, StoredDefault value) {
        if (value.name().equals(Preparation.COMMAND.name()) && !value.tag()) {
            Preparation.params(List.of(value.text()), RunParams.ALL, _ -> Optional.empty()).names().stream()
                    .filter(n -> !isSetting(workload, n))
                    .findFirst().ifPresent(name -> {
                        throw new InvalidInputException(value.name() + ": {" + name + "} is no setting, so that no "
                                + "experiment could give it a value; write this command into the experiments");
                    });
        }
    }

    /** Whether it is the name of one with any driver. */
    private static boolean isSetting(Workload workload, String name) {
        return Drivers.all().stream().anyMatch(d -> Planner.params(workload, d).lookUp(name).isPresent());
    }

    /** An older name may have another unit with another driver; that of the workload's usual one is meant. */
    private static List<ParamSet> sets(Workload workload) {
        List<ParamSet> sets = new ArrayList<>(List.of(workload.params(), RunParams.ALL));
        Drivers.all().stream().sorted(Comparator.comparing(d -> !d.name().equals(workload.usualDriver())))
                .forEach(d -> sets.add(d.params()));
        return sets;
    }

    private static <T> StoredDefault parsed(Param<T> param, String text) {
        return new StoredDefault(param.name(), false, param.format(param.parse(text)));
    }

    /** A tag of all runs of a workload. @throws InvalidInputException when it is no tag */
    public static StoredDefault tag(Workload workload, String name, String text) {
        // What is stored is known by its name alone, the label as well.
        TagNames.check(name, text, n -> n.equals(LABEL) || isSetting(workload, n),
                "give the setting a default, or name it otherwise");
        return new StoredDefault(name, true, PlainText.checked("tag " + name, text));
    }

    /** Puts these in the place of all that are stored for a workload. */
    public void replace(Workload workload, List<StoredDefault> all) {
        Map<String, StoredDefault> byName = new LinkedHashMap<>();
        for (StoredDefault d : all) {
            if (byName.put(d.name(), d) != null) {
                throw new InvalidInputException("'" + d.name() + "' is set twice");
            }
            check(workload, d);
        }
        of(workload).stream().filter(d -> !byName.containsKey(d.name()))
                .forEach(d -> store.resetDefault(workload.name(), d.name()));
        byName.values().forEach(d -> store.setDefault(workload.name(), d));
    }

    /**
     * Checks that a default may be asked for here.
     *
     * @throws InvalidInputException when it reaches what is not allowed, or no experiment could complete it
     */
    public void check(Workload workload, StoredDefault value) {
        requireSettings(workload, value);
        if (!value.tag()) { // whichever driver it comes to
            sets(workload).stream().flatMap(params -> params.all().stream()).filter(p -> p.name().equals(value.name()))
                    .forEach(param -> policy.check(param, value));
        }
    }
}
