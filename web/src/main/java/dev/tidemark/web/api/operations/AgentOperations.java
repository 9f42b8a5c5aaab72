package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.launch.AgentCheck;
import dev.tidemark.report.write.Description;
import dev.tidemark.store.results.StoredAgent;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Reply;
import dev.tidemark.web.http.HttpException;

/** What offers a part of a load, under names. */
public final class AgentOperations {

    private AgentOperations() {}

    record Agent(String name, @Description("what it is, as agents has it in an experiment") String agent) {

        static Agent of(StoredAgent agent) {
            return new Agent(agent.name(), agent.text());
        }
    }

    record Agents(@Description("by name") List<Agent> agents) {}

    record NewAgent(@Description("one process, as ssh:ada@gen1, local:1 or exec:'COMMAND'") String agent) {}

    record Checked(String name, @Description("whether it can be used") boolean usable,
            @Description("why it cannot be used; absent where it can") Optional<String> failure,
            @Description("of Tidemark there") Optional<String> version, @Description("of Java there") Optional<String> jdk,
            @Description("that it may use") Optional<Integer> cores,
            @Description("names of those that it has") Optional<List<String>> drivers,
            @Description("seconds by which its clock is ahead of the server's; each counts from its machine's start")
            Optional<Double> clockOffset,
            @Description("seconds, the shortest of a few; the offset may be wrong by half of it")
            Optional<Double> roundTrip) {

        static Checked of(AgentCheck check) {
            return new Checked(check.name(), check.failure().isEmpty(), check.failure(),
                    check.hello().map(h -> h.version()), check.hello().map(h -> h.jdk()), check.hello().map(h -> h.cores()),
                    check.hello().map(h -> List.copyOf(new TreeSet<>(h.drivers().keySet()))),
                    check.clock().map(c -> c.offset() / 1e9),
                    check.clock().map(_ -> check.roundTrip().orElseThrow() / 1e9));
        }
    }

    public static List<Operation> all() {
        return List.of(
                Operation.get("/agents", ADMINISTRATOR, "listAgents", "Lists the agents that have names.")
                        .answers(Output.of(Agents.class, "the agents"))
                        .by((apiServices, apiRequest) -> Reply.of(new Agents(apiServices.workbench().agents().all().stream()
                                .map(Agent::of).toList()))),
                Operation.get("/agents/{agent}", ADMINISTRATOR, "agent", "One agent.")
                        .answers(Output.of(Agent.class, "the agent"))
                        .by((apiServices, apiRequest) -> Reply.of(Agent.of(named(apiServices, apiRequest)))),
                Operation.put("/agents/{agent}", ADMINISTRATOR, "putAgent",
                        "Stores an agent under a name, or changes a stored one.")
                        .takes(NewAgent.class)
                        .answers(Output.of(Agent.class, "the agent as it is kept"))
                        .by((apiServices, apiRequest) -> Reply.of(Agent.of(apiServices.workbench().agents().put(
                                apiRequest.name("agent"), apiRequest.body(NewAgent.class).agent())))),
                Operation.delete("/agents/{agent}", ADMINISTRATOR, "removeAgent",
                        "Forgets a name; jobs that wait keep what it stood for, and so do results.")
                        .by((apiServices, apiRequest) -> {
                            apiServices.workbench().agents().remove(named(apiServices, apiRequest).name());
                            return new Reply.Nothing();
                        }),
                Operation.post("/agents/{agent}/check", ADMINISTRATOR, "checkAgent",
                        "Starts an agent and lets it go again, which takes as long as connecting does.")
                        .answers(Output.of(Checked.class, "what was found"))
                        .by((apiServices, apiRequest) -> Reply.of(Checked.of(apiServices.workbench().agents().check(
                                List.of(named(apiServices, apiRequest))).getFirst()))));
    }

    private static StoredAgent named(ApiServices apiServices, ApiRequest apiRequest) {
        return HttpException.found(() -> apiServices.workbench().agents().named(apiRequest.name("agent")));
    }
}
