package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Cookie;
import dev.tidemark.app.JobOptions;
import dev.tidemark.app.run.Consent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A server that works on its jobs, and people in front of browsers. Whatever these complain of fails the test. */
@Timeout(300)
@ExtendWith(Chromium.class)
abstract class InTheBrowser {

    @TempDir
    private Path folder;

    private final List<String> complaints = new ArrayList<>();
    private final List<BrowserContext> open = new ArrayList<>();
    private Served served;

    @BeforeEach
    void serve() {
        served = served(folder);
        served.processor().start();
    }

    /** The server; unless a test wants another, one with {@code ada} and {@code rob}. */
    Served served(Path store) {
        return Served.with(store);
    }

    @AfterEach
    void nothingBroke() {
        open.forEach(BrowserContext::close);
        leave(served);
        assertThat(complaints).isEmpty();
        assertThat(served.failures()).isEmpty();
    }

    /** Ends the server; unless other tests want it, too. */
    void leave(Served of) {
        of.close();
    }

    Path folder() {
        return folder;
    }

    Served served() {
        return served;
    }

    /** Asks for a job as the form would, where the form is not what a test is about. @return the job's number */
    long submit(String yaml) {
        return served.workbench().jobs().submit(yaml, "ada", new JobOptions(false, true, Optional.empty(), List.of(),
                Consent.NONE, true)).id();
    }

    /** A browser of its own, of nobody yet. */
    Pages pages(NewContextOptions options) {
        return pages(served, options);
    }

    Pages pages(Served of, NewContextOptions options) {
        BrowserContext context = Chromium.browser().newContext(options);
        open.add(context);
        Page page = context.newPage();
        page.setDefaultTimeout(Chromium.LONG);
        page.onConsoleMessage(m -> {
            if (m.type().equals("error") && !isLeft(m.text())) {
                complaints.add(m.text());
            }
        });
        page.onPageError(complaints::add);
        return new Pages(page, of.server().address());
    }

    /** A page that is left gives up what it was asking for; requests that fail are told of under other names, too. */
    private static boolean isLeft(String complaint) {
        return complaint.startsWith("htmx:sendAbort") || complaint.startsWith("htmx:afterRequest");
    }

    /** A browser in which somebody is logged in. */
    Pages loggedIn(String name) {
        return loggedIn(name, new NewContextOptions());
    }

    /** Without the form for it, which FirstVisitTest fills in. */
    Pages loggedIn(String name, NewContextOptions options) {
        return loggedIn(served, name, options);
    }

    Pages loggedIn(Served of, String name, NewContextOptions options) {
        Pages pages = pages(of, options);
        pages.page().context().addCookies(of.cookies(name).entrySet().stream()
                .map(c -> new Cookie(c.getKey(), c.getValue()).setUrl(of.server().address())).toList());
        pages.open("/");
        return pages;
    }

    /** The browser told of an answer that is meant to be so, as of a refusal. */
    void forgive(String status) {
        complaints.removeIf(c -> c.contains(status));
    }
}
