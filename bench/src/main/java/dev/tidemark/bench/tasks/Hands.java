package dev.tidemark.bench.tasks;

import module java.base;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.tidemark.core.time.Clock;

/** A person at a page, whose clicks and keys are counted. */
final class Hands {

    private static final Clock CLOCK = Clock.system();
    private static final double PATIENCE_MS = 300_000;

    private final Page page;
    private final List<String> done = new ArrayList<>();
    private int clicks;
    private int keys;
    private long begun;

    Hands(Page page) {
        this.page = page;
        page.setDefaultTimeout(PATIENCE_MS);
    }

    Page page() {
        return page;
    }

    /** A task begins, where the last one ended. */
    void begin() {
        clicks = 0;
        keys = 0;
        done.clear();
        begun = CLOCK.nanoTime();
    }

    /** Typing an address is not counted: a person has it as a bookmark. */
    void open(String address) {
        page.navigate(address);
    }

    /** Clicks the first of these that is there. */
    void click(String... selectors) {
        Locator found = find(selectors);
        done.add("click " + found.evaluate("e => (e.getAttribute('aria-label') || e.textContent || e.value || e.id)"
                + ".trim().replace(/\\s+/g, ' ').slice(0, 40)"));
        found.click();
        clicks++;
    }

    /** Clicks a field and types over what is in it. */
    void type(String text, String... selectors) {
        Locator found = find(selectors);
        found.click();
        found.fill(text);
        done.add("type " + text);
        clicks++;
        keys += text.length();
    }

    boolean has(String selector) {
        return page.locator(selector).locator("visible=true").count() > 0;
    }

    private Locator find(String... selectors) {
        waitFor(() -> first(selectors) != null);
        return first(selectors);
    }

    private Locator first(String... selectors) {
        for (String selector : selectors) {
            Locator visible = page.locator(selector).locator("visible=true");
            if (visible.count() > 0) {
                return visible.first();
            }
        }
        return null;
    }

    void waitFor(BooleanSupplier what) {
        page.waitForCondition(what, new Page.WaitForConditionOptions().setTimeout(PATIENCE_MS));
    }

    /** What the task has cost, with what there is to read now. */
    TaskCost ended(String task, String read) {
        return new TaskCost(task, "browser", clicks, keys, (CLOCK.nanoTime() - begun) / 1e9, read,
                String.join(", ", done));
    }
}
