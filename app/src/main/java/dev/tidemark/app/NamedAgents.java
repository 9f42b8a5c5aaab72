package dev.tidemark.app;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.StoredAgent;

/** Agents that the user has given names. An experiment says {@code agents: NAME,NAME}. */
public final class NamedAgents {

    private final ResultStore store;

    NamedAgents(ResultStore store) {
        this.store = store;
    }

    /** All of them, by name. */
    public List<StoredAgent> all() {
        return store.agents();
    }

    /** @throws InvalidInputException naming the nearest one */
    public StoredAgent named(String name) {
        List<StoredAgent> all = all();
        return all.stream().filter(a -> a.name().equals(name)).findFirst().orElseThrow(() -> new InvalidInputException(
                "no agent '" + name + "'" + Suggestions.hint(name, all.stream().map(StoredAgent::name).toList())));
    }

    /**
     * Stores an agent under a name, or changes a stored one.
     *
     * @param text what it is, as {@code --agents} has it
     * @throws InvalidInputException when the name cannot be used, or it is no agent
     */
    public StoredAgent put(String name, String text) {
        if (Agents.isTaken(name)) {
            throw new InvalidInputException("agent '" + name + "': this is a kind of agent; choose another name");
        }
        StoredAgent agent = new StoredAgent(name, Agents.one(PlainText.checked("agent " + name, text)).toString());
        store.putAgent(agent);
        return agent;
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
