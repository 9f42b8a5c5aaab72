package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.tidemark.store.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A person's way through the pages, in a real browser. */
@Timeout(300)
class JourneyTest {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final double LONG = 120_000;

    private static Playwright playwright;
    private static Browser browser;

    @TempDir
    private Path folder;

    /** What the browser complained of, such as a script that the policy forbids. */
    private final List<String> complaints = new ArrayList<>();

    @BeforeAll
    static void open() {
        Assumptions.assumeTrue(Files.isExecutable(CHROMIUM), "there is no " + CHROMIUM + ": no browser tests");
        playwright = Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright.chromium().launch(new BrowserType.LaunchOptions().setExecutablePath(CHROMIUM)
                .setArgs(List.of("--no-sandbox")));
    }

    @AfterAll
    static void close() {
        if (playwright != null) {
            playwright.close();
        }
    }

    private Page page(Browser.NewContextOptions options) {
        BrowserContext context = browser.newContext(options);
        Page page = context.newPage();
        page.onConsoleMessage(m -> {
            if (m.type().equals("error")) {
                complaints.add(m.text());
            }
        });
        page.onPageError(complaints::add);
        return page;
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static Locator link(Page page, String name) {
        return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true)).first();
    }

    private static LocatorAssertions.ContainsTextOptions soon() {
        return new LocatorAssertions.ContainsTextOptions().setTimeout(LONG);
    }

    private static void logIn(Page page, String name) {
        page.getByLabel("Name").fill(name);
        page.getByLabel("Password").fill(Served.PASSWORD);
        button(page, "Log in").click();
    }

    @Test
    void fromTheSetUpLinkToTheReport() {
        try (Served served = Served.withoutAccounts(folder)) {
            served.processor().start();
            Page page = page(new Browser.NewContextOptions());
            page.navigate(served.server().setUpLink().orElseThrow());
            page.getByLabel("Name").fill("ada");
            page.getByLabel("Password").fill(Served.PASSWORD);
            page.getByLabel("Once more").fill(Served.PASSWORD);
            button(page, "Begin").click();
            assertThat(page.locator(".said")).containsText("Welcome, ada");

            button(page, "Log out").click();
            page.navigate(served.server().address() + "/new");
            logIn(page, "ada");
            assertThat(page).hasURL(Pattern.compile(".*/new"));

            newJob(page);
            watch(page);
            readReport(page);
            asReader(served, page);
            assertThat(complaints).isEmpty();
            assertThat(served.failures()).isEmpty();
        }
    }

    /** The form follows what is chosen and typed: targets, plan, forecast, YAML, complaints. */
    private static void newJob(Page page) {
        List<String> chosen = page.locator("input[name=target]:checked").all().stream().map(Locator::inputValue).toList();
        for (String target : chosen) {
            if (!target.equals("null")) {
                page.locator("input[name=target][value=null]").check();
                assertThat(page.locator("#consequence")).containsText("targets", soon());
                page.locator("input[name=target][value='" + target + "']").uncheck();
            }
        }
        assertThat(page.locator("#consequence pre")).containsText("target: \"null\"", soon());
        page.locator("[id='label']").fill("journey");
        page.locator("[id='p.documents']").fill("2k");
        page.locator("[id='p.payload']").fill("100");
        page.locator("[id='p.batch-size']").fill("1, ten");
        assertThat(page.locator("[id='wrong-p.batch-size']")).containsText("'ten'", soon());
        assertThat(page.locator("[id='p.batch-size']")).hasAttribute("aria-invalid", "true");
        page.locator("[id='p.batch-size']").fill("1, 10");
        assertThat(page.locator(".forecast")).containsText("2 iterations, 4.0k documents", soon());
        assertThat(page.locator("#consequence pre")).containsText("batch-size:");
        page.getByLabel("Run it even while").check();
        button(page, "Put in the queue").click();
        assertThat(page.locator(".said")).containsText("journey, is in the queue.");
    }

    private static void watch(Page page) {
        link(page, "Status").click();
        assertThat(page.locator("#run")).containsText("The last run, journey", soon());
        assertThat(page.locator("[data-v=standing]")).containsText("done", soon());
    }

    private static void readReport(Page page) {
        link(page, "Reports").click();
        link(page, "journey").click();
        assertThat(page.locator("h1")).hasText("journey");
        assertThat(page.locator(".chart svg").first()).isVisible();
        assertThat(page.locator("#table tbody tr")).hasCount(2);
    }

    /** A reader finds reports and status, and no way to change anything. */
    private void asReader(Served served, Page page) {
        served.workbench().accounts().add("rob", Role.READER, Served.PASSWORD);
        button(page, "Log out").click();
        logIn(page, "rob");
        assertThat(page.locator("main")).containsText("You are here as a reader");
        assertThat(page.locator("header nav li")).hasText(new String[] {"Reports", "Status"});
        page.navigate(served.server().address() + "/reports/journey");
        assertThat(page.getByText("Delete journey")).hasCount(0);
        page.navigate(served.server().address() + "/jobs");
        assertThat(page.locator("main")).containsText("Only an administrator may do this");
        complaints.removeIf(c -> c.contains("403")); // the browser tells of the refusal
    }

    @Test
    void theChoiceOfLightAndDarkGoesFromPageToPage() {
        try (Served served = Served.withoutLogin(folder)) {
            Page page = page(new Browser.NewContextOptions().setColorScheme(ColorScheme.LIGHT));
            page.navigate(served.server().address());
            button(page, "Dark").click();
            link(page, "Reports").click();
            assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
            button(page, "Light").click();
            assertThat(page.locator("html")).hasAttribute("data-theme", "light");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void everyPageFitsAPhone() {
        try (Served served = Served.withoutLogin(folder)) {
            Stored.label(served.workbench().store(), "a-label-that-is-rather-long-for-a-phone", 3);
            Page page = page(new Browser.NewContextOptions().setViewportSize(360, 640));
            for (String path : List.of("/", "/reports", "/reports/a-label-that-is-rather-long-for-a-phone", "/compare",
                    "/new", "/new/yaml", "/jobs", "/status", "/targets", "/targets/new?driver=null", "/defaults",
                    "/users")) {
                page.navigate(served.server().address() + path);
                Object wider = page.evaluate("document.documentElement.scrollWidth - innerWidth");
                assertThat(((Number) wider).intValue()).as(path).isLessThanOrEqualTo(0);
            }
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void whoeverComesByKeyboardSkipsTheNavigation() {
        try (Served served = Served.withoutLogin(folder)) {
            Page page = page(new Browser.NewContextOptions());
            page.navigate(served.server().address() + "/reports");
            page.keyboard().press("Tab");
            assertThat(page.locator(".skip")).isFocused();
            page.keyboard().press("Enter");
            assertThat(page).hasURL(Pattern.compile(".*#content"));
        }
    }
}
