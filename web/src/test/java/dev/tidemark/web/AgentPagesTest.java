package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.run.ServerPolicy;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.store.results.StoredAgent;
import dev.tidemark.store.results.StoredDefault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Agents that have names, in a browser, by programs, and as far as a server may run them. */
@Timeout(300)
class AgentPagesTest extends InTheBrowser {

    private static final String API = "/api/v1";

    @Test
    void anAgentIsKeptCheckedNamedAndForgottenFromTheKeyboard() {
        Pages ada = loggedIn("ada");
        ada.page().keyboard().press("g");
        ada.page().keyboard().press("a");
        assertThat(ada.heading()).hasText("Agents");
        assertThat(ada.at("main .empty")).containsText("No agent has a name yet.");
        ada.fill("name", "here").fill("agent", "local:1");
        ada.at("#agent").press("Enter");
        assertThat(ada.at("main table")).containsText("not checked yet");
        assertThat(served().workbench().agents().all()).containsExactly(new StoredAgent("here", "local:1", false));
        ada.at("button[aria-label='Check here']").press("Enter");
        assertThat(ada.at("main table td:nth-child(4)")).hasText(String.valueOf(Runtime.getRuntime().availableProcessors()));
        assertThat(ada.at("main table td:nth-child(7)")).containsText(" ms");
        ada.fill("name", "gone").fill("agent", "exec:'echo no such machine >&2; exit 9 #'");
        ada.press("Keep");
        ada.press("Check all");
        assertThat(ada.at("main table .complaint")).containsText("its command ended with status 9: no such machine");
        ada.at("a[aria-label='Remove gone']").press("Enter");
        ada.press("Remove gone");
        assertThat(ada.at("main table")).not().containsText("gone");
        assertThat(served().workbench().agents().all()).extracting(StoredAgent::name).containsExactly("here");

        served().workbench().agents().put("there", "local:1");
        ada.newJob("null");
        assertThat(ada.at("input[name='set.agents']")).hasAttribute("list", "words-set.agents");
        assertThat(ada.page().locator("datalist[id='words-set.agents'] option").evaluateAll("all => all.map(o => o.value)"))
                .isEqualTo(List.of("here", "there", "here,there"));

        ada.open("/defaults?workload=volume");
        ada.set("agents", "here");
        ada.press("Save");
        assertThat(ada.at("main dl").first()).containsText("here=local:1");
        assertThat(served().workbench().store().defaults("volume")).containsExactly(new StoredDefault("agents", false,
                "here=local:1"));
    }

    @Test
    void whatIsWrongStandsBesideItsField() {
        Pages ada = loggedIn("ada");
        ada.open("/agents");
        ada.fill("name", "ssh").fill("agent", "local:1");
        ada.press("Keep");
        assertThat(ada.at(".field:has(#name)")).containsText("This is a kind of agent; choose another name.");
        ada.fill("name", "two").fill("agent", "local:2");
        ada.press("Keep");
        assertThat(ada.at(".field:has(#agent)")).containsText("a name stands for one agent");
        assertThat(ada.at("#name")).hasValue("two");
        assertThat(served().workbench().agents().all()).isEmpty();
        forgive("400");
    }

    /** What was stored at the command line may be used; what runs nothing, too; and nothing else, on no way. */
    @Test
    void aServerRunsNoAgentThatItWasNotStartedFor() throws Exception {
        served().workbench().serveUnder(ServerPolicy.COMMAND_LINE);
        served().workbench().agents().put("mine", "exec:'exit 3 #'");
        served().workbench().serveUnder(Served.OPEN);
        served().workbench().agents().put("theirs", "exec:'exit 4 #'");
        served().workbench().serveUnder(ServerPolicy.STRICT);
        Client program = served().program(Role.ADMINISTRATOR);
        String allow = "whoever starts it allows that, with --allow-commands";
        assertThat(Client.detail(program.json("PUT", API + "/agents/new", "{\"agent\": \"ssh:gen1\"}"))).contains(allow);
        assertThat(Client.detail(program.json("POST", API + "/agents/theirs/check", ""))).contains(allow);
        assertThat(Client.detail(program.json("PUT", API + "/defaults/volume", "{\"settings\": {\"agents\": \"theirs\"}}")))
                .contains(allow);
        assertThat(Client.tree(program.json("POST", API + "/agents/mine/check", "")).get("failure").asString())
                .isEqualTo("its command ended with status 3");
        assertThat(program.json("PUT", API + "/agents/again", "{\"agent\": \"exec:'exit 3 #'\"}").status()).isEqualTo(200);
        assertThat(served().workbench().agents().named("again").own()).as("what is run is as it was").isTrue();
        Pages ada = loggedIn("ada");
        ada.open("/agents");
        ada.press("Check all");
        assertThat(ada.at("tr:has(td:text-is('theirs'))")).containsText("--allow-commands");
        assertThat(ada.at("tr:has(td:text-is('mine'))")).containsText("its command ended with status 3");
        assertThat(served().workbench().agents().all()).hasSize(3);
    }
}
