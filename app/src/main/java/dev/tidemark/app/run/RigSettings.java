package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.background.ScheduledTask;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.run.background.TargetFaults;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Preparation;
import dev.tidemark.launch.rig.MavenArtifacts;
import dev.tidemark.launch.rig.RigLauncher;
import dev.tidemark.launch.rig.RigListener;

/**
 * Starts the servers of rigs anew for points that want other settings of them, and afterwards as they were; and after
 * faults, since a server that was ended or promoted is not what the next run begins with.
 */
public final class RigSettings {

    private final RigLauncher launcher;
    private final Map<String, Rig> changed = new TreeMap<>();
    /** On which faults were, so that their servers are not as they were started. */
    private final Map<String, Rig> disturbed = new TreeMap<>();
    /** Whose servers a runner may have left paused that was killed itself. */
    private final Map<String, Rig> paused = new TreeMap<>();

    /** @param folder below which the rigs are */
    public RigSettings(DataFolder folder, Clock clock) {
        launcher = new RigLauncher(folder.rigs(), clock, new MavenArtifacts());
    }

    /**
     * The settings that a point's server is to be started with, by name; none for those that it was started with, and
     * those that the user's own command sees to.
     */
    static Map<String, String> of(Point point) {
        Map<String, String> settings = new TreeMap<>();
        for (Param<?> param : Rigs.settings(Drivers.named(point.driver())).all()) {
            if (point.values().find(param).isPresent() && !Preparation.handles(point.values(), param.name())) {
                settings.put(param.name(), point.values().text(param));
            }
        }
        return settings;
    }

    /** Whether a name is that of a setting of a server that a point leaves as it is. */
    static boolean isLeftOut(Point point, String name) {
        return Rigs.settings(Drivers.named(point.driver())).lookUp(name)
                .filter(found -> point.values().find(found.param()).isEmpty()).isPresent();
    }

    /**
     * Checks that the server of a point can be had with the settings that the point wants.
     *
     * @throws InvalidInputException when no rig has started it, or they cannot be used on this machine
     */
    public void check(Point point) {
        Map<String, String> settings = of(point);
        faults(point).filter(fault -> rig(point).isEmpty()).ifPresent(fault -> {
            throw new InvalidInputException("background: " + fault.name() + ": target '" + point.target()
                    + "' is not the server of a rig, and Tidemark disturbs no other; a program of your own can: "
                    + "fault at=10s run='...'");
        });
        tasks(point).filter(task -> task.task().onDisk()).findFirst().ifPresent(fault -> requireDisk(fault, point));
        TargetFaults.refusal(Drivers.named(point.driver()), point.values()).ifPresent(why -> {
            throw new InvalidInputException(why);
        });
        if (settings.isEmpty()) {
            return;
        }
        String first = settings.keySet().iterator().next();
        Rig rig = rig(point).orElseThrow(() -> new InvalidInputException(first + ": target '" + point.target()
                + "' is not the server of a rig, and Tidemark starts no other server anew; a command of your own can, "
                + "before each iteration: prepare: ./set-and-restart.sh {" + first + "}"));
        try {
            launcher.check(rig, settings);
        } catch (RigException e) {
            throw new InvalidInputException(e.getMessage());
        }
    }

    private void requireDisk(ScheduledTask fault, Point point) {
        Rig rig = rig(point).orElseThrow();
        try {
            if (launcher.lastSettings(rig).find(RigParams.DISK).isEmpty()) {
                throw new InvalidInputException("background: " + fault.name() + ": the data of rig " + rig.name()
                        + " are on a disk that others need; give it one of its own: " + ShellCommand.of("rig", "stop",
                        rig.name()) + " && " + ShellCommand.of("rig", "start", rig.name(), "--disk", "1GiB"));
            }
        } catch (RigException e) {
            throw new InvalidInputException(e.getMessage());
        }
    }

    /** The first fault of a point that is done to a server or the disk of a rig. */
    private static Optional<ScheduledTask> faults(Point point) {
        return tasks(point).filter(task -> task.task().onRig()).findFirst();
    }

    private static Stream<ScheduledTask> tasks(Point point) {
        return point.values().find(LoadParams.BACKGROUND).stream().flatMap(t -> t.entries().stream());
    }

    /** Whether a point leaves the servers of its rig otherwise than it found them. */
    private static boolean disturbs(Point point) {
        return tasks(point).anyMatch(task -> task.task().isFault() && !task.task().undoesItself());
    }

    /** The rig whose server a point works on: the one that keeps its password. */
    private Optional<Rig> rig(Point point) {
        String password = point.values().texts().get(ConnectionParams.PASSWORD.name());
        return Rigs.all().stream().filter(rig -> rig.driver().equals(point.driver())
                && RigParams.password(launcher.password(rig)).equals(password)).findFirst();
    }

    /**
     * Gives the server of a point the settings that the point wants.
     *
     * @return what was done; empty when nothing was
     * @throws RigException when the server cannot be started with them
     */
    Optional<String> apply(Point point) throws RigException, InterruptedException {
        Optional<Rig> rig = rig(point);
        List<String> lost = new ArrayList<>();
        if (rig.isEmpty()) {
            return Optional.empty();
        }
        if (paused.remove(rig.get().name()) != null) {
            launcher.wake(rig.get());
        }
        if (faults(point).isPresent()) {
            paused.put(rig.get().name(), rig.get());
        }
        boolean disturbed = this.disturbed.remove(rig.get().name()) != null;
        if (disturbed || !of(point).isEmpty()) {
            changed.put(rig.get().name(), rig.get()); // also where it is broken off
        }
        boolean anew = disturbed ? launcher.renew(rig.get(), of(point), RigListener.noticing(lost::add))
                : launcher.change(rig.get(), of(point), RigListener.noticing(lost::add));
        if (disturbs(point)) {
            this.disturbed.put(rig.get().name(), rig.get());
        }
        if (!anew) {
            return Optional.empty();
        }
        return Optional.of("The server of rig " + rig.get().name() + " was started anew, " + with(of(point))
                + "; its own caches were empty then." + lost.stream().map(sentence -> " " + sentence)
                        .collect(Collectors.joining()));
    }

    private static String with(Map<String, String> settings) {
        return settings.isEmpty() ? "as it was asked for"
                : settings.entrySet().stream().map(s -> s.getKey() + " " + s.getValue())
                        .collect(Collectors.joining(", ", "with ", ""));
    }

    /**
     * Gives every server that was changed back the settings that it was asked for with.
     *
     * @param notices hears what that has lost
     * @return of each server that could not be had as it was, why
     */
    List<String> restore(Consumer<String> notices) throws InterruptedException {
        List<String> failures = new ArrayList<>();
        each(paused, launcher::wake, failures);
        each(disturbed, rig -> launcher.renew(rig, Map.of(), RigListener.noticing(notices)), failures);
        each(changed, rig -> launcher.change(rig, Map.of(), RigListener.noticing(notices)), failures);
        return failures;
    }

    /** What is done with a rig. */
    @FunctionalInterface
    interface Step<R> {
        void of(R rig) throws RigException, InterruptedException;
    }

    /** One that fails keeps no other from its turn. */
    static <R> void each(Map<String, R> rigs, Step<R> step, List<String> failures) throws InterruptedException {
        for (R rig : rigs.values()) {
            try {
                step.of(rig);
            } catch (RigException | InvalidInputException e) {
                failures.add(e.getMessage());
            }
        }
        rigs.clear();
    }
}
