package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.tidemark.app.JobOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What goes out of one server and into another, in a real browser. */
@Timeout(300)
class TransferJourneyTest {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final double LONG = 120_000;

    private static Playwright playwright;
    private static Browser browser;

    @TempDir
    private Path folder;

    @TempDir
    private Path elsewhere;

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
        Page page = browser.newContext(options).newPage();
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

    @Test
    void statisticsGoFromOneServerToAnotherAndReadTheSameThere() {
        try (Served served = Served.withoutLogin(folder); Served other = Served.withoutLogin(elsewhere)) {
            Stored.label(served.workbench().store(), "left out", 1);
            Stored.label(served.workbench().store(), "matrix", 4);
            Stored.label(served.workbench().store(), "study", 2);
            Page page = page(new Browser.NewContextOptions());
            page.navigate(served.server().address() + "/reports");
            page.getByLabel("choose matrix").check();
            page.getByLabel("choose study").check();
            button(page, "Export the chosen").click();
            assertThat(page.locator(".answer")).hasText("2 labels, 6 iterations.");
            Download download = page.waitForDownload(() -> link(page, "Everything, for import elsewhere").click());
            assertThat(download.suggestedFilename()).isEqualTo("tidemark-2-labels.zip");
            Path zip = folder.resolve("taken.zip");
            download.saveAs(zip);

            page.navigate(served.server().address() + "/reports/matrix");
            String here = page.locator("#table").innerText();

            page.navigate(other.server().address());
            link(page, "Import").click();
            page.getByLabel("File").first().setInputFiles(zip);
            button(page, "Import").click();
            assertThat(page.locator(".said")).hasText("Imported 6 iterations of 2 labels.");
            assertThat(page.locator("#listing tbody tr")).hasCount(2);
            link(page, "matrix").click();
            assertThat(page.locator("h1")).hasText("matrix");
            assertThat(page.locator("#table").innerText()).isEqualTo(here);
            assertThat(complaints).isEmpty();
            assertThat(served.failures()).isEmpty();
            assertThat(other.failures()).isEmpty();
        }
    }

    @Test
    void contentGoesToFilesAndAJobIsReadyThatLoadsThem() throws IOException {
        try (Served served = Served.withoutLogin(folder)) {
            served.workbench().jobs().submit("""
                    label: made
                    workload: ingest
                    target: rocksdb
                    set: {documents: 300, payload: 1kB, workers: 2, warm-up: none}
                    plan: {order: given}
                    """, "ada", new JobOptions(false, true, Optional.empty()));
            served.processor().start();
            Page page = page(new Browser.NewContextOptions());
            page.navigate(served.server().address() + "/status");
            assertThat(page.locator("#run")).containsText("The last run, made", soon());
            page.navigate(served.server().address() + "/reports");
            link(page, "Export content").click();
            Path to = elsewhere.resolve("files");
            page.getByLabel("Folder on the server").fill("files");
            button(page, "Export").click();
            assertThat(page.locator(".complaint")).containsText("no whole path");
            page.getByLabel("Folder on the server").fill(to.toString());
            button(page, "Export").click();
            assertThat(page.locator("#progress")).containsText("Exported 300 documents of made to " + to + ".", soon());
            try (Stream<Path> files = Files.list(to)) {
                assertThat(files).hasSize(300);
            }

            page.getByLabel("Folder on the server").fill(to.toString());
            button(page, "Export").click();
            assertThat(page.locator("#progress")).containsText("is not empty", soon());

            page.getByLabel("Folder on the server").fill(elsewhere.resolve("again").toString());
            button(page, "Export").click();
            assertThat(page.locator("#progress")).containsText("Exported 300 documents", soon());
            link(page, "New job that loads them").click();
            assertThat(page.locator("#consequence pre")).containsText("source-directory:", soon());
            assertThat(page.locator("#consequence pre")).containsText(elsewhere.resolve("again").toString());
            complaints.removeIf(c -> c.contains("400")); // the browser tells of the refusal
            assertThat(complaints).isEmpty();
            assertThat(served.failures()).isEmpty();
        }
    }

    @Test
    void thePagesFitAPhone() {
        try (Served served = Served.withoutLogin(folder)) {
            Stored.label(served.workbench().store(), "a-label-that-is-rather-long-for-a-phone", 3);
            Page page = page(new Browser.NewContextOptions().setViewportSize(360, 640));
            for (String path : List.of("/import", "/export", "/content", "/reports")) {
                page.navigate(served.server().address() + path);
                Object wider = page.evaluate("document.documentElement.scrollWidth - innerWidth");
                assertThat(((Number) wider).intValue()).as(path).isLessThanOrEqualTo(0);
            }
            assertThat(complaints).isEmpty();
        }
    }
}
