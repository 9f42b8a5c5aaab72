package dev.tidemark.bench.tasks;

import module java.base;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;

/** The first screen of each page, on a desk and on a phone. */
record Pictures(Browser browser, String address, Path folder) {

    private static final double SETTLED_MS = 1500;

    /** What would say on which machine the pictures were made. */
    private static final String MASK = """
            () => {
              const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) {
                texts.currentNode.data = texts.currentNode.data.replace(
                  /^\\s*(os|kernel|cpu|jdk|container|virtual-machine|mount-options|device|disk-model|huge-pages) .+/,
                  '$1 … ').replace(/^\\s*(AMD|Intel|ARM|Apple)\\b.+/, '…');
              }
            }""";

    void take() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("home", "/");
        pages.put("reports", "/reports");
        pages.put("report", "/reports/two");
        pages.put("compare", "/compare?a=two&b=ingest");
        pages.put("new-job", "/new");
        pages.put("jobs", "/jobs");
        pages.put("status", "/status");
        pages.forEach((name, path) -> {
            take(name, path, "desk", 1280, 800);
            take(name, path, "phone", 390, 844);
        });
    }

    private void take(String name, String path, String size, int width, int height) {
        try (Page page = browser.newContext(new Browser.NewContextOptions().setViewportSize(width, height)).newPage()) {
            page.navigate(address + path);
            page.waitForCondition(() -> !page.locator("main").textContent().contains("is being made"));
            page.waitForTimeout(SETTLED_MS); // charts are drawn when the fonts are there
            page.evaluate(MASK);
            page.screenshot(new Page.ScreenshotOptions().setPath(folder.resolve(name + "-" + size + ".png")));
        }
    }
}
