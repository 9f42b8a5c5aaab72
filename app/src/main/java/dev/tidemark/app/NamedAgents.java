package dev.tidemark.app;

import module java.base;
import dev.tidemark.app.run.ServerPolicy;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.run.TemporaryFolder;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.launch.AgentCheck;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.StoredAgent;

/** Agents that the user has given names. An experiment says {@code agents: NAME,NAME}. */
public final class NamedAgents {

    /** A driver that every agent has. */
    public static final String EVERYWHERE = "null";

    private final ResultStore store;
    private final Clock clock;
    private final ServerPolicy policy;

    NamedAgents(ResultStore store, Clock clock, ServerPolicy policy) {
        this.store = store;
        this.clock = clock;
        this.policy = policy;
    }

    /** All of them, by name. */
    public List<StoredAgent> all() {
        return store.agents();
    }

    /** @throws InvalidInputException naming the nearest one */
    public StoredAgent named(String name) {
        return Suggestions.named("agent", name, all(), StoredAgent::name);
    }

    /**
     * Stores an agent under a name, or changes a stored one.
     *
     * @param text what it is, as {@code --agents} has it
     * @throws InvalidInputException when the name cannot be used, it is no agent, or one that must not be run here
     */
    public StoredAgent put(String name, String text) {
        if (Agents.isTaken(name)) {
            throw new InvalidInputException("agent '" + name + "': this is a kind of agent; choose another name");
        }
        Agents.Agent one = Agents.one(PlainText.checked("agent " + name, text));
        policy.check(new Agents(List.of(one)));
        StoredAgent agent = new StoredAgent(name, one.toString(), policy.isOwn(one));
        store.putAgent(agent);
        return agent;
    }

    /**
     * Starts agents and lets them go again, which takes as long as starting processes and connecting does.
     *
     * @param list   as {@code --agents} has it
     * @param driver that each must have
     * @throws InvalidInputException when it is no list, or one has an unknown name or must not be run here
     */
    public List<AgentCheck> check(String list, Driver driver) throws InterruptedException {
        Agents agents = Agents.PARAM.parse(written(list));
        policy.check(agents);
        try (TemporaryFolder work = TemporaryFolder.make()) {
            return AgentCheck.of(agents, driver, work.path(), clock);
        } catch (IOException e) {
            throw new InvalidInputException("no agent can be started, as no temporary folder can be made: " + e.getMessage());
        }
    }

    /** The same of one that was stored, or several, whatever drivers they have. */
    public List<AgentCheck> check(Collection<StoredAgent> agents) throws InterruptedException {
        return check(agents.stream().map(StoredAgent::name).collect(Collectors.joining(",")), Drivers.named(EVERYWHERE));
    }

    /** Forgets a name; what it was used for keeps what it stood for. @throws InvalidInputException naming the nearest */
    public void remove(String name) {
        store.removeAgent(named(name).name());
    }

    /**
     * A list as {@code --agents} has it, with what names stand for behind them.
     *
     * @throws InvalidInputException when it is no list, or has an unknown name, naming the nearest
     */
    public String written(String list) {
        Map<String, String> stored = all().stream().collect(Collectors.toMap(StoredAgent::name, StoredAgent::text));
        try {
            return Agents.written(list, stored);
        } catch (InvalidInputException e) {
            throw e.at(Agents.PARAM.name());
        }
    }
}
