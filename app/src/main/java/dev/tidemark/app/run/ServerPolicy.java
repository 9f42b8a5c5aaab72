package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.store.results.StoredAgent;
import dev.tidemark.store.results.StoredDefault;
import dev.tidemark.store.results.StoredTarget;

/**
 * What may be asked for through a server, beyond what its users' roles say: what its experiments and targets reach on
 * this machine and from it. Only whoever starts the server can allow anything, by {@link AllowList}; a target that was
 * stored at the command line is allowed as it is, and so is an agent. The command line itself is its user's own, and held to nothing of
 * this.
 */
public final class ServerPolicy {

    /** Everything is allowed, and nothing is to be confirmed. */
    public static final ServerPolicy COMMAND_LINE = new ServerPolicy(false, AllowList.NOTHING, List.of(), Set.of());

    /** A server of which nothing more was said. */
    public static final ServerPolicy STRICT = of(AllowList.NOTHING);

    private final boolean limited;
    private final AllowList allowed;
    /** Targets of the command line. */
    private final List<StoredTarget> own;
    /** Agents of the command line, as they are reached. */
    private final Set<String> agents;

    private ServerPolicy(boolean limited, AllowList allowed, List<StoredTarget> own, Set<String> agents) {
        this.limited = limited;
        this.allowed = allowed;
        this.own = List.copyOf(own);
        this.agents = Set.copyOf(agents);
    }

    public static ServerPolicy of(AllowList allowed) {
        return new ServerPolicy(true, allowed, List.of(), Set.of());
    }

    /** The same, knowing the targets and agents that are stored. */
    public ServerPolicy knowing(List<StoredTarget> targets, List<StoredAgent> named) {
        return limited ? new ServerPolicy(true, allowed, targets.stream().filter(StoredTarget::own).toList(),
                named.stream().filter(StoredAgent::own).map(StoredAgent::text).collect(Collectors.toSet())) : this;
    }

    // ---- What is allowed ----

    /** @throws InvalidInputException when what is to be run reaches what is not allowed */
    public void check(Drafts drafts) {
        for (Drafts.Draft draft : drafts.all()) {
            Point point = draft.point();
            Driver driver = Drivers.named(point.driver());
            Values ofDriver = point.values().only(driver.params());
            // A dataset was made at the command line, or within what was allowed.
            check(driver, ofDriver, draft.dataset().filter(d -> isSame(driver, ofDriver, values(driver, d.settings())))
                    .isPresent());
            point.values().only(point.values().params().only(param -> !driver.params().contains(param))).reached()
                    .forEach(this::check);
        }
    }

    /** @throws InvalidInputException when a target with these settings reaches what is not allowed */
    public void check(Driver driver, Values values) {
        check(driver, values, false);
    }

    private void check(Driver driver, Values values, boolean known) {
        driver.destroys(values).ifPresent(this::checkDevice);
        if (!known && !isOwn(driver, values)) {
            reached(driver, values).forEach(this::check);
        }
    }

    /** @throws InvalidInputException when these agents run what is not allowed */
    public void check(Agents agents) {
        Agents.PARAM.reachedBy(agents).forEach(this::check);
    }

    /** Whether it is an agent that the server's own user has stored. */
    public boolean isOwn(Agents.Agent agent) {
        return !limited || agents.contains(agent.toString());
    }

    /** Whether a target reaches just what one does that the server's own user has stored. */
    public boolean isOwn(Driver driver, Values values) {
        return !limited || own.stream().filter(target -> target.driver().equals(driver.name()))
                .anyMatch(target -> isSame(driver, values, values(driver, target.settings())));
    }

    /** No less than the other, either: without its address another server would be asked with its password. */
    private static boolean isSame(Driver driver, Values values, Values other) {
        return concerning(driver, values).equals(concerning(driver, other));
    }

    private static Set<Reached> concerning(Driver driver, Values values) {
        return reached(driver, values).filter(r -> AllowList.concerns(r.reach())).collect(Collectors.toSet());
    }

    /** What settings reach, and what a driver's client does by itself with them. */
    static Stream<Reached> reached(Driver driver, Values values) {
        return Stream.concat(values.reached().stream(), driver.takesUnasked(values).map(secret ->
                new Reached(Reach.SECRET, ConnectionParams.PASSWORD.name(), secret.toString())).stream());
    }

    /** @throws InvalidInputException when experiments must not start from it */
    public void check(Param<?> param, StoredDefault value) {
        for (Reached reached : reached(param, value.text())) {
            check(reached);
            if (limited && AllowList.isOfStatements(reached.reach())) {
                throw new InvalidInputException(value.name() + ": a server keeps no default for this, since it would "
                        + "hold at the command line, too; say it with each experiment");
            }
        }
    }

    /** Nothing where another driver has a setting of this name that is written in another way. */
    private static <T> List<Reached> reached(Param<T> param, String text) {
        try {
            return param.reachedBy(param.parse(text));
        } catch (InvalidInputException e) {
            return List.of();
        }
    }

    private void check(Reached reached) {
        boolean named = reached.setting().equals(Agents.PARAM.name()) && agents.contains(reached.what());
        if (limited && !named) {
            allowed.check(reached);
        }
    }

    /** @throws InvalidInputException when nothing may be written or looked for there */
    public void checkFolder(String what, Path folder) {
        check(new Reached(Reach.FOLDER, what, folder.toString()));
    }

    private void checkDevice(Path device) {
        check(new Reached(Reach.DEVICE, "destroy-data", device.toString()));
    }

    // ---- What is to be confirmed ----

    /**
     * @param typed the names of devices as they were given once more
     * @throws UnconfirmedDeviceException when one is missing
     */
    public void confirm(Drafts drafts, Collection<String> typed) {
        confirm(drafts.devices(), typed);
    }

    /** The same for one target. */
    void confirm(Driver driver, Values values, Collection<String> typed) {
        confirm(driver.destroys(values).map(Set::of).orElse(Set.of()), typed);
    }

    private void confirm(Set<Path> destroyed, Collection<String> typed) {
        List<Path> missing = destroyed.stream().filter(d -> !typed.contains(d.toString())).toList();
        if (limited && !missing.isEmpty()) {
            throw new UnconfirmedDeviceException(missing);
        }
    }

    /** Settings of a driver as they were stored; what it does not have any more is passed over. */
    private static Values values(Driver driver, Map<String, String> settings) {
        return driver.params().defaults().withKnown(settings, SettingOrigin.SET);
    }
}
