package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotAnimations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Makes the pictures in {@code docs/images/web}, from runs that it carries out: {@code mvn -pl web -am test
 * -Dscreenshots.write=true -Dtest=ScreenshotsTest -Dsurefire.failIfNoSpecifiedTests=false}. Best on a machine that does
 * nothing else.
 */
@Timeout(1800)
@EnabledIfSystemProperty(named = "screenshots.write", matches = "true")
class ScreenshotsTest extends InTheBrowser {

    private static final Path IMAGES = Path.of("..", "docs", "images", "web");
    private static final int LARGEST = 200_000;
    private static final int WIDE = 1200;
    private static final int PHONE = 390;

    private static final String FILE_SYSTEM = """
            label: file-system-compare
            workload: ingest
            target: rocksdb
            tags: {host-type: ml.medium, disk-type: EBS, file-system-format: %s}
            set: {documents: 10k, payload: 10kB, memtable: 16MB, warm-up: none}
            plan: {repeat: 3}
            """;

    /** What would say on which machine the pictures were made, in texts and fields. */
    private static final String MASK = """
            folder => {
              const facts = ['os', 'kernel', 'cpu', 'jdk', 'virtual-machine', 'container', 'mount-options', 'device',
                'disk-model', 'huge-pages'];
              document.querySelectorAll('.pairs div').forEach(pair => {
                if (facts.includes(pair.querySelector('dt').textContent)) pair.querySelector('dd').textContent = '…';
              });
              document.querySelectorAll('.quiet summary b').forEach(fact => {
                const name = fact.textContent.split(' ')[0];
                if (facts.includes(name)) fact.textContent = name + ' …';
              });
              const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) {
                const text = texts.currentNode;
                if (text.data.includes(folder)) text.data = text.data.replaceAll(folder, '/srv');
              }
              document.querySelectorAll('input, textarea').forEach(field => {
                field.value = field.type === 'file' ? field.value : field.value.replaceAll(folder, '/srv');
                field.placeholder = (field.placeholder || '').replaceAll(folder, '/srv');
              });
            }""";

    private Pages ada;

    private Pages looking(ColorScheme scheme, int width, int height) {
        return loggedIn("ada", new NewContextOptions().setViewportSize(width, height).setColorScheme(scheme));
    }

    /** Takes what the window shows. */
    private void take(Pages pages, String name) throws IOException {
        pages.page().evaluate(MASK, folder().toString());
        Path file = IMAGES.resolve(name + ".png");
        Files.createDirectories(IMAGES);
        pages.page().screenshot(new Page.ScreenshotOptions().setPath(file)
                .setAnimations(ScreenshotAnimations.DISABLED));
        assertThat(Files.size(file)).as(name).isLessThanOrEqualTo(LARGEST);
    }

    private void take(String path, String name, int height) throws IOException {
        ada.page().setViewportSize(WIDE, height);
        ada.open(path);
        take(ada, name);
    }

    private static void scrollTo(Pages pages, String place) {
        pages.page().evaluate("place => scrollTo(0, document.querySelector(place).getBoundingClientRect().top"
                + " + scrollY - 16)", place);
    }

    private void run(String... yamls) {
        for (String yaml : yamls) {
            submit(yaml);
        }
        ada.go("Jobs");
        assertThat(ada.at("#listing")).containsText("Nothing is waiting.",
                new LocatorAssertions.ContainsTextOptions().setTimeout(600_000));
    }

    private void fill() throws IOException {
        ada = looking(ColorScheme.LIGHT, WIDE, 800);
        ada.go("Defaults");
        ada.fill("tags", "disk-type=EBS\nfile-system-format=ext3\nhost-type=ml.medium");
        ada.set("documents", "10k").set("payload", "10kB").set("memtable", "16MB");
        ada.press("Save");
        served().workbench().targets().put("fast-disk", "rocksdb", Map.of("directory", folder().resolve("fast")
                .toString(), "memtable", "16MB"));
        served().workbench().targets().put("small-cache", "rocksdb", Map.of("block-cache", "8MB"));
        ada.go("Datasets");
        ada.fill("name", "shared").fill("keyspaces", "4").fill("keys", "2k").fill("value-size", "1kB");
        ada.press("Create");
        assertThat(ada.at("#datasets")).containsText("as filled");
        run(FILE_SYSTEM.formatted("ext4"), FILE_SYSTEM.formatted("xfs"), """
                label: matrix-test
                workload: ingest
                target: rocksdb
                tags: {host-type: ml.medium, disk-type: EBS}
                set: {documents: 20k, payload: 1kB, memtable: 4MB, warm-up: none}
                vary: {shards: [1, 2], batch-size: [1, 10, 100]}
                plan: {repeat: 3}
                """, """
                label: eight-seconds
                workload: volume
                target: rocksdb
                set: {key-count: 20k, preload: 20k, value-size: 1kB, mix: {get: 8, update: 2}, duration: 8s, warm-up: 1s}
                """);
    }

    @Test
    void everyPageHasItsPicture() throws IOException {
        fill();
        take("/", "home", 560);
        take("/reports", "reports", 480);
        take("/reports/matrix-test", "report", 1000);
        scrollTo(ada, "#table");
        take(ada, "report-table");
        ada.open("/reports/eight-seconds");
        scrollTo(ada, "#time");
        take(ada, "report-time");
        take("/compare?a=file-system-compare&by=file-system-format", "compare", 900);
        take("/targets", "targets", 720);
        take("/targets/named/fast-disk", "target", 720);
        take("/datasets", "datasets", 900);
        take("/defaults?workload=ingest", "defaults", 900);
        take("/users", "users", 640);
        take("/export", "export", 640);
        take("/import", "import", 640);
        take("/content", "content", 640);
        take("/account", "account", 560);
        take("/new/yaml?job=3", "new-job-yaml", 900);
        take("/jobs/3", "job", 720);
        take("/reports/matrix-test/delete", "delete", 360);
        newJob();
        live();
        narrow();
        ada.page().setViewportSize(WIDE, 480);
        ada.logOut();
        take(ada, "login");
    }

    @Test
    void agentsHaveTheirs() throws IOException {
        ada = looking(ColorScheme.LIGHT, WIDE, 640);
        served().workbench().agents().put("gen1", "ssh:ada@gen1");
        served().workbench().agents().put("gen2", "ssh:ada@gen2:/opt/tidemark/tidemark");
        served().workbench().agents().put("here", "local:1");
        ada.open("/agents");
        ada.at("button[aria-label='Check here']").press("Enter");
        assertThat(ada.at("tr:has(td:text-is('here'))")).containsText(" ms");
        take(ada, "agents");
    }

    private void newJob() throws IOException {
        ada.page().setViewportSize(WIDE, 1000);
        ada.newJob("rocksdb").fill("label", "matrix-test").set("batch-size", "1, 10, 100").set("payload", "1kB, 10kB");
        assertThat(ada.forecast()).containsText("6 iterations");
        ada.page().evaluate("scrollTo(0, 0)");
        take(ada, "new-job");
        ada.newJob("rocksdb").plan("study").fill("label", "ml.medium").set("batch-size", "1, 10, 100");
        ada.setDefault("workers", "16").set("workers", "8, 16, 32");
        assertThat(ada.forecast()).containsText("5 iterations");
        scrollTo(ada, "fieldset");
        take(ada, "new-study");
    }

    private void live() throws IOException {
        submit("""
                label: half-an-hour
                workload: ingest
                target: rocksdb
                tags: {host-type: ml.medium, disk-type: EBS, file-system-format: ext4}
                set: {documents: 100k, payload: 10kB, rate: 400/s, memtable: 16MB, warm-up: none}
                vary: {batch-size: [1, 10], workers: [4, 8]}
                plan: {order: given}
                """);
        for (String label : List.of("tonight", "ml.medium")) {
            submit(FILE_SYSTEM.formatted("ext3").replace("file-system-compare", label));
        }
        ada.page().setViewportSize(WIDE, 1000);
        ada.go("Status");
        ada.page().waitForFunction("() => { const done = document.querySelector('[data-v=done]');"
                + "return done && parseInt(done.textContent) >= 8; }");
        take(ada, "status");
        take("/jobs", "jobs", 560);
        Pages dark = looking(ColorScheme.DARK, WIDE, 1000);
        dark.go("Status");
        assertThat(dark.at("[data-chart=rate] svg")).isVisible();
        take(dark, "status-dark");
        dark.report("matrix-test");
        take(dark, "report-dark");
    }

    private void narrow() throws IOException {
        Pages phone = looking(ColorScheme.LIGHT, PHONE, 844);
        phone.go("Status");
        assertThat(phone.at("[data-chart=rate] svg")).isVisible();
        take(phone, "status-phone");
        phone.report("matrix-test");
        scrollTo(phone, "#table");
        take(phone, "report-phone");
        phone.go("Jobs");
        take(phone, "jobs-phone");
        phone.go("New job");
        take(phone, "new-job-phone");
    }
}
