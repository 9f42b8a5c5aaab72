package dev.tidemark.app;

import module java.base;
import dev.tidemark.app.run.DataFolder;
import dev.tidemark.app.run.Runners;
import dev.tidemark.app.run.ServerPolicy;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.url.ConnectionUrl;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.plan.Experiment.TargetSpec;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.ProbeRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.StoredTarget;

/** Targets that the user has given names: a driver and its settings. An experiment says {@code target: NAME}. */
public final class Targets {

    private static final int LONGEST_NAME = 100;
    /** By which the target of a rig's server is distinguished from others: the file that it says is the rig's own. */
    private static final String PASSWORD = ConnectionParams.PASSWORD.name();

    private final ResultStore store;
    private final DataFolder folder;
    private final Clock clock;
    private final ServerPolicy policy;

    Targets(ResultStore store, DataFolder folder, Clock clock, ServerPolicy policy) {
        this.policy = policy;
        this.store = store;
        this.folder = folder;
        this.clock = clock;
    }

    /** All of them, by name. */
    public List<StoredTarget> all() {
        return store.targets();
    }

    /** @throws InvalidInputException naming the nearest one */
    public StoredTarget named(String name) {
        return Suggestions.named("target", name, all(), StoredTarget::name);
    }

    /**
     * Stores a target under a name, or changes a stored one.
     *
     * @param settings settings of the driver, by any of their names, as typed
     * @throws InvalidInputException when the name, the driver or a setting cannot be used
     */
    public StoredTarget put(String name, String driver, Map<String, String> settings) {
        StoredTarget target = checked(name, driver, settings);
        store.putTarget(target);
        return target;
    }

    /**
     * The same for the server of a rig, whose name may be its driver's: the name then stands for that server. Settings
     * that were given to the target by hand stay.
     *
     * @param reaching the settings by which the server is reached; those that the driver does not have are left out
     * @param before   names of those by which the server of the last start was reached, which may be others
     * @throws InvalidInputException when there is a target of this name for another server
     */
    StoredTarget putRig(String name, String driverName, Map<String, String> reaching, Set<String> before) {
        Driver driver = Drivers.named(driverName);
        Map<String, String> settings = new LinkedHashMap<>(ofRig(name, driverName, reaching.get(PASSWORD))
                .map(StoredTarget::settings).orElse(Map.of()));
        before.forEach(settings::remove);
        reaching.forEach((param, text) -> driver.params().lookUp(param).ifPresent(p -> settings.put(param, text)));
        StoredTarget target = parsed(name, driver, settings);
        store.putTarget(target);
        return target;
    }

    /**
     * The target that a rig has made before.
     *
     * @param password where the rig keeps the password of its server, as targets have it
     * @throws InvalidInputException when there is one of its name that it has not made
     */
    Optional<StoredTarget> ofRig(String name, String driverName, String password) {
        Optional<StoredTarget> there = all().stream().filter(t -> t.name().equals(name)).findFirst();
        boolean others = there.isPresent() && !(there.get().driver().equals(driverName)
                && password.equals(there.get().settings().get(PASSWORD)));
        if (others) {
            throw new InvalidInputException("there is a target '" + name + "' already, which is not this rig's; remove "
                    + "it first (" + ShellCommand.of("target", "remove", name)
                    + "), or add it again under another name");
        }
        return there;
    }

    /** What {@link #put} would store. */
    public StoredTarget checked(String name, String driverName, Map<String, String> settings) {
        Driver driver = Drivers.named(driverName);
        boolean taken = Drivers.all().stream().anyMatch(d -> d.name().equals(name));
        if (taken && all().stream().noneMatch(t -> t.name().equals(name) && t.driver().equals(driverName))) {
            throw new InvalidInputException("target '" + name + "': this is the name of a driver; choose another");
        }
        return parsed(name, driver, settings);
    }

    private StoredTarget parsed(String name, Driver driver, Map<String, String> settings) {
        Values values = driver.params().defaults();
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            ParamSet.Found found = driver.params().find(setting.getKey());
            String text = parsed(found.param(), found.translate(setting.getValue()));
            if (texts.put(found.param().name(), text) != null) {
                throw new InvalidInputException("'" + setting.getKey() + "' is set twice, once under another name");
            }
            values = values.with(found.param().name(), text, SettingOrigin.SET);
        }
        driver.params().check(values);
        policy.check(driver, values);
        return new StoredTarget(name, driver.name(), texts, policy.isOwn(driver, values));
    }

    private static <T> String parsed(Param<T> param, String text) {
        return param.format(param.parse(text));
    }

    /**
     * What a look at a target found.
     *
     * @param engine    its engine with the version; empty where there is none to ask
     * @param effective its settings, as far as the engine tells them; otherwise as they were given
     */
    public record Reached(String engine, List<Setting> effective) {}

    /**
     * What a name stands for.
     *
     * @param name of a named target, or of a driver, which is then taken with its defaults; or a URL
     * @throws InvalidInputException when there is no such target
     */
    public StoredTarget resolve(String name) {
        Optional<Drivers.Reaching> reached = Drivers.reaching(name);
        if (reached.isPresent()) {
            Driver driver = reached.get().driver();
            return parsed(called(name, driver.name()), driver, reached.get().settings());
        }
        return all().stream().anyMatch(t -> t.name().equals(name)) ? named(name)
                : Drivers.all().stream().filter(d -> d.name().equals(name)).findFirst()
                        .map(d -> new StoredTarget(d.name(), d.name(), Map.of())).orElseGet(() -> named(name));
    }

    /** What a URL is called where names have letters and digits. */
    private static String called(String url, String driver) {
        String place = url.replaceFirst("^.*?://", "").replace(":" + ConnectionUrl.HIDDEN, "")
                .replaceAll("[^A-Za-z0-9._-]+", "-").replaceFirst("^[^A-Za-z0-9]+", "");
        return place.isEmpty() ? driver : place.substring(0, Math.min(place.length(), LONGEST_NAME));
    }

    /**
     * The same with some settings that are others this time.
     *
     * @param others settings of its driver, by any of their names, as typed
     * @throws InvalidInputException when there is no such target, or a setting cannot be used
     */
    public StoredTarget resolve(String name, Map<String, String> others) {
        StoredTarget target = resolve(name);
        Driver driver = Drivers.named(target.driver());
        Map<String, String> settings = new LinkedHashMap<>(target.settings());
        others.forEach((typed, text) -> {
            ParamSet.Found found = driver.params().find(typed);
            settings.put(found.param().name(), found.translate(text));
        });
        return others.isEmpty() ? target : parsed(target.name(), driver, settings);
    }

    /**
     * What a URL reaches, with some settings that are others.
     *
     * @throws InvalidInputException when it is no URL, or a setting cannot be used
     */
    public StoredTarget reached(String url, Map<String, String> others) {
        if (Drivers.reaching(url).isEmpty()) {
            throw new InvalidInputException("this is no URL; write it as postgres://USER@HOST:5432/DATABASE");
        }
        return resolve(url, others);
    }

    /**
     * Connects to a target, in a process of its own as a run does, and leaves it as it was.
     *
     * @param name of a named target, or of a driver, which is then taken with its defaults
     * @throws InvalidInputException when there is no such target, or saying why it cannot be reached
     */
    public Reached reach(String name) throws InterruptedException {
        StoredTarget target = resolve(name);
        List<Setting> settings = Setting.given(target.settings());
        Driver driver = Drivers.named(target.driver());
        policy.check(driver, driver.params().defaults().with(settings));
        List<Setting> effective = new ArrayList<>();
        RunEvent.Ended[] ended = new RunEvent.Ended[1];
        String[] answer = {""};
        folder.prepare();
        try (Runners runners = new Runners(Fork.ROUND, folder.work(), clock, SecretAnswers.NONE)) {
            runners.of(target.driver()).carryOut(new ProbeRequest(target.driver(), settings,
                    folder.name(folder.probe())), event -> {
                        switch (event) {
                            case RunEvent.Detected e -> effective.addAll(e.settings());
                            case RunEvent.Answered e -> answer[0] = e.answer();
                            case RunEvent.Ended e -> ended[0] = e;
                            default -> { }
                        }
                    });
        }
        if (ended[0].state() != IterationState.DONE) {
            throw new InvalidInputException("target " + name + ": " + ended[0].verdict());
        }
        return new Reached(answer[0], effective);
    }

    /** Forgets a name; what it was used for keeps its settings. @throws InvalidInputException naming the nearest one */
    public void remove(String name) {
        store.removeTarget(named(name).name());
    }

    /** As experiments want them. */
    Map<String, TargetSpec> specs() {
        Map<String, TargetSpec> specs = new LinkedHashMap<>();
        all().forEach(t -> specs.put(t.name(), new TargetSpec(t.name(), t.driver(), t.settings())));
        return specs;
    }
}
