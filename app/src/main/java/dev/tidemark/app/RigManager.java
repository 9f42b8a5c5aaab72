package dev.tidemark.app;

import module java.base;
import dev.tidemark.app.run.DataFolder;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.time.Clock;
import dev.tidemark.launch.rig.MavenArtifacts;
import dev.tidemark.launch.rig.RigLauncher;
import dev.tidemark.launch.rig.RigListener;
import dev.tidemark.launch.rig.RigStatus;
import dev.tidemark.launch.rig.RunningServer;
import dev.tidemark.store.results.StoredTarget;

/** Servers that Tidemark starts on this machine, each with a target of its name. */
public final class RigManager {

    private final RigLauncher launcher;
    private final Supplier<Targets> targets;

    private RigManager(RigLauncher launcher, Supplier<Targets> targets) {
        this.launcher = launcher;
        this.targets = targets;
    }

    /**
     * The servers beside a store. Looking at them and stopping them takes no store that works.
     *
     * @param targets asked only by a start, which makes one
     */
    public static RigManager of(Optional<Path> store, Clock clock, Supplier<Targets> targets) {
        return of(DataFolder.of(store), clock, targets);
    }

    static RigManager of(DataFolder folder, Clock clock, Supplier<Targets> targets) {
        return new RigManager(new RigLauncher(folder.rigs(), clock, new MavenArtifacts()), targets);
    }

    /**
     * What a start has come to.
     *
     * @param already whether the server ran before
     * @param target  by which it is reached; empty where the driver that connects to it is not there
     * @param unknown names of settings that reaching the server takes and the driver does not have
     */
    public record Started(RunningServer server, boolean already, Optional<StoredTarget> target, List<String> unknown) {}

    /** All that there are, by name. */
    public List<Rig> all() {
        return Rigs.all();
    }

    /**
     * Starts a server, unless it runs, and makes or renews its target.
     *
     * @param settings of the rig, by any of their names, as typed
     * @throws InvalidInputException when the name or a setting cannot be used
     * @throws RigException          when the server cannot be started, in one line
     */
    public Started start(String name, Map<String, String> settings, RigListener listener)
            throws RigException, InterruptedException {
        Rig rig = Rigs.named(name);
        Values values = rig.params().defaults();
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            ParamSet.Found found = rig.params().find(setting.getKey());
            values = values.with(found.param().name(), found.translate(setting.getValue()), SettingOrigin.SET);
        }
        boolean reachable = Drivers.all().stream().anyMatch(d -> d.name().equals(rig.driver()));
        if (reachable) {
            // before anything is started
            targets.get().ofRig(name, rig.driver(), RigParams.password(launcher.password(rig)));
        }
        Set<String> before = launcher.lastTarget(rig).keySet();
        RigLauncher.Started started = launcher.start(rig, values, listener);
        Map<String, String> reaching = started.server().target();
        if (!reachable) {
            return new Started(started.server(), started.already(), Optional.empty(), List.of());
        }
        StoredTarget target = targets.get().putRig(name, rig.driver(), reaching, before);
        return new Started(started.server(), started.already(), Optional.of(target),
                reaching.keySet().stream().filter(s -> !target.settings().containsKey(s)).toList());
    }

    /** How each of them is. */
    public List<RigStatus> status() throws RigException {
        List<RigStatus> all = new ArrayList<>();
        for (Rig rig : all()) {
            all.add(launcher.status(rig));
        }
        return all;
    }

    /** How one of them is. @throws InvalidInputException naming the nearest one */
    public RigStatus status(String name) throws RigException {
        return launcher.status(Rigs.named(name));
    }

    /**
     * Stops a server; its data and its target stay.
     *
     * @param listener hears what a server that had to be killed has lost
     * @return whether it ran
     */
    public boolean stop(String name, RigListener listener) throws RigException, InterruptedException {
        return launcher.stop(Rigs.named(name), listener);
    }
}
