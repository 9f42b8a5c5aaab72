package dev.tidemark.web.settings;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.app.NamedAgents;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.run.link.Frame;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.launch.AgentCheck;
import dev.tidemark.report.Numbers;
import dev.tidemark.store.results.StoredAgent;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;

/** {@code /agents}: what offers a part of a load, under names. */
public final class AgentPages {

    private static final String AGENTS = "/agents";
    private static final String NAME = "name";
    private static final String AGENT = "agent";

    private final Workbench workbench;
    private final Clock clock;
    private final Map<StoredAgent, Found> checks = new ConcurrentHashMap<>();

    public AgentPages(Workbench workbench, Clock clock) {
        this.workbench = workbench;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(AGENTS, ADMINISTRATOR, v -> list(v, field -> Optional.empty(), Map.of())),
                Route.post(AGENTS, ADMINISTRATOR, this::put),
                Route.post("/agents/check", ADMINISTRATOR, this::checkAll),
                Route.post("/agents/named/{name}/check", ADMINISTRATOR, this::check),
                Route.get("/agents/named/{name}/remove", ADMINISTRATOR, this::askToRemove),
                Route.post("/agents/named/{name}/remove", ADMINISTRATOR, this::remove));
    }

    private record Found(AgentCheck check, String when) {}

    /**
     * A named agent as a row.
     *
     * @param facts   version and Java, cores, drivers, its clock ahead, round trip; empty while nothing is known
     * @param failure why it cannot be used; empty when it can, or nothing is known
     * @param when    since when that is known
     */
    public record Line(String name, String is, String path, List<String> facts, String failure, String when) {}

    /** As people read it. @return version and Java, cores, drivers, its clock ahead, round trip */
    static List<String> facts(AgentCheck check) {
        Frame.Hello hello = check.hello().orElseThrow();
        return List.of((hello.version() + ", Java " + hello.jdk()).replaceFirst("^, ", ""), String.valueOf(hello.cores()),
                String.valueOf(hello.drivers().size()), Numbers.fixed(check.clock().orElseThrow().offset() / 1e9, 3) + " s",
                Numbers.fixed(check.roundTrip().orElseThrow() / 1e6, 2) + " ms");
    }

    private Line line(StoredAgent agent) {
        Optional<Found> found = Optional.ofNullable(checks.get(agent));
        return new Line(agent.name(), agent.text(), AGENTS + "/named/" + Links.segment(agent.name()),
                found.filter(f -> f.check().failure().isEmpty()).map(f -> facts(f.check())).orElse(List.of()),
                found.flatMap(f -> f.check().failure()).orElse(""),
                found.map(Found::when).orElse(""));
    }

    private NamedAgents agents() {
        return workbench.agents();
    }

    private StoredAgent named(RequestContext requestContext) {
        return HttpException.found(() -> agents().named(requestContext.name(NAME)));
    }

    private void list(RequestContext requestContext, Function<String, Optional<String>> filled, Map<String, String> wrong) {
        Field name = Field.typed(NAME, "Name", "", "gen1", "Letters, digits, dots, underscores and hyphens; jobs call it by "
                + "this name.", List.of(), 1, filled.apply(NAME), wrong);
        Field agent = Field.typed(AGENT, "Agent", "", "ssh:ada@gen1", "One process: ssh:[USER@]HOST, with :/path/of/tidemark "
                + "behind it where tidemark is not on the PATH there; local:1, on this server's machine; exec:'COMMAND', "
                + "which a command starts.", List.of(), 1, filled.apply(AGENT), wrong);
        requestContext.page(Kind.of("Agents", AGENTS, "htmx.js"), "settings/agents.jte", Map.of("lines", agents().all()
                .stream().map(this::line).toList(), "name", name, "agent", agent));
    }

    private void put(RequestContext requestContext) {
        Form form = requestContext.form();
        String name = form.text(NAME).map(String::strip).orElse("");
        Map<String, String> wrong = new LinkedHashMap<>();
        if (name.isEmpty()) {
            wrong.put(NAME, "an agent needs a name");
        } else if (agents().all().stream().anyMatch(a -> a.name().equals(name))) {
            wrong.put(NAME, "there is an agent '" + name + "' already; remove it first");
        }
        if (form.text(AGENT).filter(text -> !text.isBlank()).isEmpty()) {
            wrong.put(AGENT, "say what it is, as ssh:ada@gen1");
        }
        if (wrong.isEmpty()) {
            try {
                agents().put(name, form.needed(AGENT).strip());
                requestContext.redirect(AGENTS, "Agent " + name + " is kept; a job names it among its agents.");
                return;
            } catch (InvalidInputException e) {
                boolean ofName = e.getMessage().startsWith("agent '" + name + "'");
                wrong.put(ofName ? NAME : AGENT, Field.unnamed(e.getMessage(), ofName ? "agent '" + name + "'" : "agents"));
            }
        }
        requestContext.context().status(400);
        list(requestContext, form::text, wrong);
    }

    /** Takes as long as starting a process and connecting does; the page that asks goes on meanwhile. */
    private void check(RequestContext requestContext) throws InterruptedException {
        StoredAgent agent = named(requestContext);
        if (isAllowed(agent)) {
            check(List.of(agent));
        }
        if (requestContext.isFragmentRequest()) {
            requestContext.part("settings/agent.jte", Map.of("line", line(agent)));
        } else {
            requestContext.redirect(AGENTS);
        }
    }

    private void checkAll(RequestContext requestContext) throws InterruptedException {
        check(agents().all().stream().filter(this::isAllowed).toList());
        requestContext.redirect(AGENTS);
    }

    /** One that was allowed when it was stored need not be now. */
    private boolean isAllowed(StoredAgent agent) {
        try {
            workbench.policy().check(new Agents(List.of(Agents.one(agent.text()))));
            return true;
        } catch (InvalidInputException e) {
            keep(agent, AgentCheck.unusable(agent.name(), e.getMessage()));
            return false;
        }
    }

    private void check(List<StoredAgent> chosen) throws InterruptedException {
        if (!chosen.isEmpty()) {
            agents().check(chosen).forEach(found -> chosen.stream().filter(a -> a.name().equals(found.name()))
                            .forEach(agent -> keep(agent, found)));
        }
    }

    private void keep(StoredAgent agent, AgentCheck found) {
        checks.put(agent, new Found(found, TextSanitizer.moment(clock.wallTime())));
    }

    private void askToRemove(RequestContext requestContext) {
        StoredAgent agent = named(requestContext);
        requestContext.ask(AGENTS, "Remove " + agent.name(), "Its name is forgotten. Jobs that wait keep what it stood for, "
                + "and so do results.", AGENTS + "/named/" + Links.segment(agent.name()) + "/remove", AGENTS);
    }

    private void remove(RequestContext requestContext) {
        StoredAgent agent = named(requestContext);
        agents().remove(agent.name());
        checks.remove(agent);
        requestContext.redirect(AGENTS, "Removed " + agent.name() + ".");
    }
}
