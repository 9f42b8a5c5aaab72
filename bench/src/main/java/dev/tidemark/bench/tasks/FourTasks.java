package dev.tidemark.bench.tasks;

import module java.base;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Playwright;

/**
 * A first insight from a fresh start, which of two settings is better, adding rounds until it is clear, and showing it
 * to someone else: by the shortest way that the pages and the commands of a version have. Afterwards pictures are
 * taken.
 */
public final class FourTasks {

    static final String FIRST = "A first insight from a fresh start";
    static final String BETTER = "Which of two settings is better";
    static final String ROUNDS = "More rounds, until it is clear";
    static final String SHOW = "Show it to someone else";

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

    private FourTasks() {}

    /**
     * @param launcher the checkout's {@code tidemark}
     * @param folder   where stores, downloads and pictures go; must not hold a store yet
     */
    public static void run(Path launcher, Path folder) throws Exception {
        Files.createDirectories(folder);
        List<TaskCost> costs = new ArrayList<>(new TerminalTasks(launcher, folder.resolve("terminal")).all());
        try (ServedCheckout served = ServedCheckout.start(launcher, folder.resolve("browser"));
                Playwright playwright = Playwright.create(new Playwright.CreateOptions()
                        .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
                Browser browser = playwright.chromium().launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(CHROMIUM).setArgs(List.of("--no-sandbox")))) {
            costs.addAll(new FourTasks.InTheBrowser(served.address(), folder,
                    new Hands(browser.newContext(new Browser.NewContextOptions().setViewportSize(1280, 800)).newPage()))
                    .all());
            new Pictures(browser, served.address(), folder).take();
        }
        System.out.println(TaskCost.heading());
        costs.forEach(cost -> System.out.println(cost.line()));
    }

    /** The tasks at the pages. */
    private record InTheBrowser(String address, Path folder, Hands hands) {

        private static final String AGAIN = "form[action$='/again'] button";
        private static final String COPY = "#take-answer button:has-text('Copy')";

        List<TaskCost> all() {
            return List.of(firstInsight(), whichIsBetter(), moreRounds(), show());
        }

        private TaskCost firstInsight() {
            hands.begin();
            hands.open(address);
            hands.click("nav a[href='/new']");
            hands.type("1,10,100", "[id='p.batch-size']");
            queueAndOpen("ingest");
            return hands.ended(FIRST, answer());
        }

        private TaskCost whichIsBetter() {
            hands.begin();
            hands.click("nav a[href='/new']");
            hands.type("two", "#label");
            hands.type("2", "#repeat");
            hands.type("1,10", "[id='p.batch-size']");
            queueAndOpen("two");
            return hands.ended(BETTER, answer());
        }

        /** From the report on: by its button where it has one, else by a job like the one before. */
        private TaskCost moreRounds() {
            hands.begin();
            int before = finished();
            if (hands.has(AGAIN)) {
                hands.click(AGAIN);
                open("two", before);
            } else {
                hands.click("nav a[href='/jobs']");
                hands.click("main a[href^='/jobs/']");
                hands.click("a[href^='/new?job=']");
                hands.type("5", "#repeat");
                queueAndOpen("two");
            }
            return hands.ended(ROUNDS, answer());
        }

        private TaskCost show() {
            hands.begin();
            if (hands.has(COPY)) {
                hands.click(COPY);
                return hands.ended(SHOW, "the answer as a line of text, in the clipboard");
            }
            Download download = hands.page().waitForDownload(() -> hands.click("a[href$='/as/html']"));
            download.saveAs(folder.resolve("shown.html"));
            return hands.ended(SHOW, download.suggestedFilename() + ", a file to send");
        }

        private void queueAndOpen(String label) {
            int before = finished();
            hands.click("button[type=submit]:has-text('Queue job')");
            hands.waitFor(() -> !hands.page().url().contains("/new"));
            open(label, before);
        }

        /** Waits at Status until the job is over, and opens its report. */
        private void open(String label, int before) {
            if (!hands.page().url().contains("/status")) {
                hands.click("nav a[href='/status']");
            }
            hands.waitFor(() -> finished() > before);
            hands.click("main a[href='/reports/" + label + "']");
            hands.waitFor(() -> hands.has("main .answer"));
        }

        /** By the interface for programs, which is no part of what a person does. */
        private int finished() {
            return hands.page().request().get(address + "/api/v1/jobs").text().split("\"state\" ?: ?\"done\"", -1)
                    .length;
        }

        private String answer() {
            return hands.page().locator("main .answer").first().textContent();
        }
    }
}
