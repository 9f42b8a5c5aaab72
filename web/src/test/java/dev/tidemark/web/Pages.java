package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import module java.base;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;

/** What a person does with the pages, in their words. */
final class Pages {

    private static final String ROWS = """
            table => [...table.tBodies[0].rows].map(row => [...row.cells].map((cell, i) =>
                [table.tHead.rows[0].cells[i].querySelector('.head').textContent.trim(),
                 cell.textContent.replace('●', '').trim()]))""";

    private final Page page;
    private final String address;

    Pages(Page page, String address) {
        this.page = page;
        this.address = address;
    }

    Page page() {
        return page;
    }

    /**
     * The text of a report's table once the page's script has counted its columns, which it does after the page is
     * shown.
     */
    String table() {
        assertThat(at("#table .columns > summary")).containsText(" of ");
        return at("#table").innerText();
    }

    Locator at(String selector) {
        return page.locator(selector);
    }

    Locator main() {
        return at("main");
    }

    Locator heading() {
        return at("h1");
    }

    /** What is said about the deed just done. */
    Locator said() {
        return at(".said[role=status]");
    }

    void open(String path) {
        page.navigate(address + path);
    }

    /** By a link of the navigation, until the page that was left is gone: the one that comes may look like it. */
    void go(String place) {
        page.evaluate("document.documentElement.dataset.left = 'true'");
        page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Pages").setExact(true))
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(place).setExact(true)).click();
        assertThat(at("html:not([data-left]) h1")).isVisible();
    }

    Locator button(String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    Locator link(String name) {
        return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true)).first();
    }

    void press(String button) {
        button(button).click();
    }

    void follow(String link) {
        link(link).click();
    }

    void logIn(String name) {
        page.getByLabel("Name").fill(name);
        page.getByLabel("Password").fill(Served.PASSWORD);
        press("Log in");
        assertThat(button("Log out")).isVisible();
    }

    void logOut() {
        press("Log out");
        assertThat(heading()).hasText("Log in");
    }

    // ---- Forms ----

    /** A field by its name in the form; unfolded, if it is folded away. */
    Locator field(String name) {
        Locator field = at("[id='" + name + "']");
        field.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED)); // the page may still come
        Locator summary = at("details:not([open]):has([id='" + name + "']) > summary");
        if (summary.count() > 0) {
            summary.first().click();
        }
        return field;
    }

    /** A setting, or several values of it. */
    Pages set(String setting, String text) {
        boolean study = at("input[name=plan][value=study]:checked").count() > 0;
        return fill((study ? "vary." : "set.") + setting, text);
    }

    /** The default of a setting that a study varies. */
    Pages setDefault(String setting, String text) {
        return fill("set." + setting, text);
    }

    /** Typed, or chosen where there is nothing to type. */
    Pages fill(String field, String text) {
        Locator at = field(field);
        if ((boolean) at.evaluate("field => field.tagName === 'SELECT'")) {
            at.selectOption(text.replaceAll(",\\s*", ", "));
        } else {
            at.fill(text);
        }
        return this;
    }

    /** What is wrong with a field, beside it. */
    Locator wrong(String field) {
        return at("[id='wrong-" + field + "']");
    }

    /** A fresh form, with a target and no other; a draft of what was not sent is thrown away. */
    Pages newJob(String target) {
        go("New job");
        page.waitForLoadState(); // by then it is known whether there is a draft
        if (at("#draft").isVisible()) {
            press("Discard");
            assertThat(at("#draft")).isHidden();
        }
        for (Locator box : at("input[name=target]:checked").all()) {
            if (box.inputValue().equals(target)) {
                return this;
            }
        }
        String before = at("input[name=target]:checked").first().inputValue();
        redrawn(() -> at("input[name=target][value='" + target + "']").click());
        redrawn(() -> at("input[name=target][value='" + before + "']").click());
        return this;
    }

    Pages plan(String word) {
        redrawn(() -> at("input[name=plan][value=" + word + "]").click());
        return this;
    }

    /** The form is made anew by the server after some choices; goes on when it is there. */
    private void redrawn(Runnable choice) {
        page.evaluate("document.getElementById('job').dataset.before = 'true'");
        choice.run();
        at("#job:not([data-before]):not(.htmx-added)").waitFor(); // htmx listens only then
    }

    /** What would be run, in a sentence. */
    Locator forecast() {
        return at(".forecast");
    }

    /** @return the job's number */
    long queue(String label) {
        press("Queue job");
        assertThat(said()).containsText(", " + label + ", was queued.");
        return Long.parseLong(said().textContent().replaceAll(".*Job (\\d+),.*", "$1"));
    }

    /** Looks at the status until nothing runs, and whether the job has ended well. */
    void watchToTheEnd(long job, String label) {
        go("Status");
        assertThat(at("#run")).containsText("The last run, " + label + ", ");
        go("Jobs");
        assertThat(at("#listing tr:has(a[href='/jobs/" + job + "']) .state")).hasText("done");
        go("Status");
        assertThat(at("[data-v=standing]")).containsText("The last run, " + label + ", ");
    }

    // ---- Tables and reports ----

    /** The lines of a table: heading to text. */
    List<Map<String, String>> rows(Locator table) {
        List<Map<String, String>> rows = new ArrayList<>();
        for (Object row : (List<?>) table.evaluate(ROWS)) {
            Map<String, String> cells = new LinkedHashMap<>();
            for (Object cell : (List<?>) row) {
                cells.put(((List<?>) cell).getFirst().toString(), ((List<?>) cell).getLast().toString());
            }
            rows.add(cells);
        }
        return rows;
    }

    /** Texts of cells that do not stand below their heading. */
    List<String> misplaced(Locator table) {
        return ((List<?>) table.evaluate("""
                table => [...table.tBodies[0].rows].flatMap(row => [...row.cells].filter((cell, i) => {
                  const head = table.tHead.rows[0].cells[i].getBoundingClientRect();
                  const place = cell.getBoundingClientRect();
                  return Math.abs(place.left - head.left) > 1 || Math.abs(place.right - head.right) > 1;
                }).map(cell => cell.textContent))""")).stream().map(Object::toString).toList();
    }

    /** A column of a table, from the top. */
    List<String> column(Locator table, String heading) {
        return rows(table).stream().map(r -> r.get(heading)).toList();
    }

    /** Opens a report by the list. */
    Pages report(String label) {
        go("Reports");
        follow(label);
        assertThat(heading()).hasText(label);
        return this;
    }

    /** The table of a report that has all its settings. */
    Locator allSettings() {
        return at("#table table");
    }

    /** The table below a heading. */
    Locator table(String title) {
        return at(".sub:has(h3:text-is('" + title + "')) table");
    }

    /** What stands in all lists of names and values, looked at once, as a page that is live may have others by and by. */
    Map<String, String> pairs() {
        Map<String, String> pairs = new LinkedHashMap<>();
        ((Map<?, ?>) at("body").evaluate("body => Object.fromEntries([...body.querySelectorAll('.pairs div:has(dt):has(dd)')].reverse()"
                + ".map(pair => [pair.querySelector('dt').textContent.trim(), pair.querySelector('dd').textContent.trim()]))"))
                .forEach((name, text) -> pairs.put(name.toString(), text.toString()));
        return pairs;
    }

    /** What stands in a list of names and values, unfolded. */
    Locator pair(String name) {
        return at(".pairs div:has(dt:text-is('" + name + "')) dd").first();
    }
}
