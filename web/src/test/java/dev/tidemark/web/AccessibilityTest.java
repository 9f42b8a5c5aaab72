package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.testing.Effort;
import dev.tidemark.web.http.Route;
import io.javalin.http.HandlerType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The pages as axe sees them, by keyboard, on a phone, light and dark, and with less motion. */
@Timeout(1200)
class AccessibilityTest extends InTheBrowser {

    private static final int PHONE = 360;
    private static final int DESK = 1280;

    /** One in so many of those that are looked at is on a phone, too, with all rules. */
    private static final int SOME = 4;
    /** One in so many pages is looked at, and gone through by Tab, where only what is quick is tried. */
    private static final int TODAY = 16;

    /** Pages that are another thing with a query. */
    private static final List<String> ASKED = List.of("/new?plan=study", "/new?plan=ramp", "/new?plan=find-rate", "/new?workload=volume",
            "/targets/new?driver=null", "/compare?label=sample&label=again", "/compare?with=sample", "/reports?q=nothing-has-this-name",
            "/defaults?workload=random-io", "/new/yaml?job=1");

    @TempDir
    private static Path kept;

    /** One for all tests, as it takes long to fill. */
    private static Served filled;

    @Override
    Served served(Path store) {
        if (filled == null) {
            filled = Served.with(kept);
        }
        return filled;
    }

    @Override
    void leave(Served of) {}

    @AfterAll
    static void close() {
        if (filled != null) {
            filled.close();
        }
    }

    /** A label, a target, a dataset and a user of one name; jobs that are over, one that runs and one that waits. */
    @BeforeEach
    void fill() {
        if (!served().workbench().store().labels().isEmpty()) {
            return;
        }
        Stored.label(served().workbench().store(), "a-label-that-is-rather-long-for-a-phone", 3);
        served().workbench().targets().put("sample", "null", Map.of("service-time", "2ms"));
        served().workbench().agents().put("sample", "local:1");
        served().workbench().agents().put("away", "exec:'exit 3 #'");
        served().add("sample", Role.READER);
        Pages ada = loggedIn("ada");
        ada.go("Datasets");
        ada.fill("name", "sample").fill("keyspaces", "2").fill("keys", "10").fill("value-size", "1kB");
        ada.at("#driver").selectOption("null");
        ada.press("Create");
        assertThat(ada.at("#datasets")).containsText("as filled");
        ada.open("/targets/named/sample/doctor");
        ada.press("Examine sample");
        assertThat(ada.at("#diagnosis")).containsText("offers works on sample");
        ada.go("Agents");
        ada.press("Check all");
        assertThat(ada.at("main table .complaint")).containsText("status 3");
        ask("sample", "documents: 500", "vary: {batch-size: [1, 2]}");
        ask("again", "documents: 500", "vary: {batch-size: [1, 2]}");
        ada.go("Jobs");
        assertThat(ada.at("#listing")).containsText("Nothing is waiting.");
        ask("in-progress", "documents: 1G", "");
        ask("waits", "documents: 1G", "vary: {batch-size: [1, 2]}");
    }

    private void ask(String label, String documents, String vary) {
        submit("""
                label: %s
                workload: ingest
                target: 'null'
                tags: {disk-type: EBS}
                set: {%s, payload: 100, workers: 2, warm-up: none, service-time: 1ms}
                %s
                plan: {fork: none, repeat: 2}
                """.formatted(label, documents, vary));
    }

    /** Every page of the route table, with names filled in, and some of what can be asked of them. */
    private static List<String> paths(Pages pages, Served served) {
        List<String> paths = new ArrayList<>(ASKED);
        paths.addAll(routes(pages, served, true));
        return paths;
    }

    /** Those of them that are looked at today. */
    private static List<String> some(List<String> paths) {
        return Effort.today(TODAY, paths, AccessibilityTest.class);
    }

    /** @param missing whether pages of what there is not are wanted, too */
    private static List<String> routes(Pages pages, Served served, boolean missing) {
        List<String> paths = new ArrayList<>();
        for (Route route : served.server().routes()) {
            if (route.method() == HandlerType.GET && !route.path().endsWith("/events")) {
                String path = route.path().replace("{id}", "1").replace("{form}", "html")
                        .replaceAll("\\{[a-z]+}", "sample");
                APIResponse answer = pages.page().request().get(served.server().address() + path);
                boolean shown = answer.headers().getOrDefault("content-type", "").startsWith("text/html");
                boolean part = shown && !answer.text().contains("<html");
                boolean saved = answer.headers().containsKey("content-disposition");
                if (shown && !part && !saved && (missing || answer.ok())) {
                    paths.add(path);
                }
            }
        }
        return paths;
    }

    // ---- What axe finds ----

    /** What is found on the pages; what depends on a scheme or a width is looked at in it. */
    private static List<String> findings(Pages pages, List<String> paths) {
        List<String> onPhones = Effort.oneIn(SOME, paths, AccessibilityTest.class);
        List<String> findings = new ArrayList<>();
        for (String path : paths) {
            pages.open(path);
            findings.addAll(findings(path, pages.page(), onPhones.contains(path)));
        }
        return findings;
    }

    private static List<String> findings(String name, Page page, boolean onAPhone) {
        List<String> findings = new ArrayList<>();
        for (int width : onAPhone ? List.of(DESK, PHONE) : List.of(DESK)) {
            page.setViewportSize(width, 800);
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
            Axe.findings(page).forEach(f -> findings.add(name + ", light, " + width + ": " + f));
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            Axe.findingsOfColour(page).forEach(f -> findings.add(name + ", dark, " + width + ": " + f));
        }
        return findings;
    }

    @Test
    void axeFindsAPictureWithoutWords() {
        Pages nobody = pages(new NewContextOptions());
        nobody.page().setContent("<img src='data:,'>");
        assertThat(Axe.findings(nobody.page())).anyMatch(f -> f.startsWith("critical image-alt"));
    }

    @Test
    void axeFindsNothingWhereNothingIsYet() {
        try (Served empty = Served.with(folder())) {
            Pages ada = loggedIn(empty, "ada", new NewContextOptions());
            assertThat(findings(ada, some(routes(ada, empty, false)))).isEmpty();
            ada.logOut();
            assertThat(findings(ada, List.of("/login", "/nothing"))).isEmpty();
            forgive("404");
            assertThat(empty.failures()).isEmpty();
        }
    }

    @Test
    void axeFindsNothingOnPagesThatAreFull() {
        Pages ada = loggedIn("ada");
        ada.go("Status");
        assertThat(ada.at("[data-chart=rate] svg")).isVisible();
        assertThat(findings(ada, some(paths(ada, served())))).isEmpty();
        Pages rob = loggedIn("rob");
        assertThat(findings(rob, List.of("/", "/reports", "/reports/sample", "/status", "/jobs"))).isEmpty();
        forgive("403");
        forgive("404");
    }

    @Test
    void axeFindsNothingInAReportThatWasTakenAlong() throws IOException {
        Pages ada = loggedIn("ada");
        APIResponse answer = ada.page().request().get(served().server().address() + "/reports/sample/as/html");
        Path file = Files.write(folder().resolve("sample.html"), answer.body());
        ada.page().navigate(file.toUri().toString());
        assertThat(ada.heading()).hasText("sample");
        assertThat(findings("file", ada.page(), true)).isEmpty();
    }

    // ---- By keyboard ----

    @Test
    void whoeverComesByKeyboardSkipsTheNavigation() {
        Pages ada = loggedIn("ada");
        ada.open("/reports");
        ada.page().keyboard().press("Tab");
        assertThat(ada.at(".skip")).isFocused();
        ada.page().keyboard().press("Enter");
        assertThat(ada.page()).hasURL(Pattern.compile(".*#content"));
    }

    @Test
    void everythingThatCanBeDoneIsReachedByTabAndSeenThere() {
        Pages ada = loggedIn("ada");
        for (String path : some(paths(ada, served()))) {
            ada.open(path);
            assertThat(unreached(ada.page())).as(path).isEqualTo(List.of());
        }
        forgive("404");
    }

    /** Goes once through a page by Tab. @return what cannot be reached, or not be seen when it is */
    private static List<?> unreached(Page page) {
        page.evaluate("""
                () => {
                  const shown = e => e.checkVisibility() && !e.disabled;
                  window.left = new Set([...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
                    .filter(e => shown(e) && e.type !== 'hidden' && !e.closest('details:not([open]) > :not(summary)'))
                    .filter(e => e.type !== 'radio' || e.checked));
                  window.unseen = [];
                  document.addEventListener('focusin', event => {
                    const style = getComputedStyle(event.target);
                    const seen = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
                    if (!seen && event.target.id !== 'content') window.unseen.push(event.target.outerHTML.slice(0, 120));
                    window.left.delete(event.target);
                  });
                }""");
        // A picker of date and time has a stop for each of its parts.
        int most = (int) page.evaluate("left.size + document.querySelectorAll('[tabindex]').length + 5"
                + " + 8 * document.querySelectorAll('[type=datetime-local]').length");
        for (int i = 0; i < most; i++) {
            page.keyboard().press("Tab");
        }
        return (List<?>) page.evaluate("[...left].filter(e => e.isConnected).map(e => e.outerHTML.slice(0, 120))"
                + ".concat(unseen.map(e => 'no focus to be seen: ' + e))");
    }

    @Test
    void escapeLeavesWhatAsksAndChangesNothing() {
        Pages ada = loggedIn("ada");
        ada.report("again").follow("Delete again");
        assertThat(ada.heading()).hasText("Delete again?");
        ada.page().keyboard().press("Escape");
        assertThat(ada.heading()).hasText("again");
        assertThat(served().workbench().store().label("again")).isPresent();
    }

    @Test
    void enterInAFieldSendsTheForm() {
        Pages ada = loggedIn("ada");
        ada.newJob("null").plan("study").plan("matrix").fill("label", "by-enter"); // the form was made anew twice
        ada.page().keyboard().press("Enter");
        assertThat(ada.said()).containsText("by-enter, was queued");
    }

    // ---- Light and dark, less motion, a phone ----

    @Test
    void theChoiceOfLightAndDarkGoesFromPageToPage() {
        Pages ada = pages(new NewContextOptions().setColorScheme(ColorScheme.LIGHT));
        ada.open("/");
        ada.press("Dark");
        ada.logIn("ada");
        ada.go("Reports");
        assertThat(ada.at("html")).hasAttribute("data-theme", "dark");
        ada.press("Light");
        assertThat(ada.at("html")).hasAttribute("data-theme", "light");
    }

    /** Nor does a page that is opened again slide to where it was, under the pointer of whoever clicks meanwhile. */
    @Test
    void nothingMovesByItself() {
        Pages ada = loggedIn("ada");
        for (String path : List.of("/", "/reports/sample", "/status", "/jobs", "/new")) {
            ada.open(path);
            assertThat((String) ada.page().evaluate("getComputedStyle(document.documentElement).scrollBehavior"))
                    .as(path).isEqualTo("auto");
            assertThat((int) ada.page().evaluate("document.getAnimations().length")).as(path).isZero();
        }
    }

    @Test
    void everyPageFitsAPhone() {
        Pages ada = loggedIn("ada", new NewContextOptions().setViewportSize(PHONE, 640));
        List<String> paths = new ArrayList<>(some(paths(ada, served())));
        paths.add("/reports/a-label-that-is-rather-long-for-a-phone");
        for (String path : paths) {
            ada.open(path);
            Object wider = ada.page().evaluate("document.documentElement.scrollWidth - innerWidth");
            assertThat(((Number) wider).intValue()).as(path).isLessThanOrEqualTo(0);
        }
        forgive("404");
    }
}
