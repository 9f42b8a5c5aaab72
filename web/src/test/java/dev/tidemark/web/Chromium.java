package dev.tidemark.web;

import module java.base;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * Debian's Chromium, started once for all tests of a process that need a browser; where there is none they are left
 * out. It is kept for the launcher's session: Surefire makes a request of each class, with which the root's store ends.
 */
final class Chromium implements BeforeAllCallback {

    /** The shell has the same engine without windows, which it spends less time on. */
    private static final List<Path> PROGRAMS =
            List.of(Path.of("/usr/bin/chromium-headless-shell"), Path.of("/usr/bin/chromium"));

    /** Longest wait for something that must show, in ms: a run, on a machine that is busy with other things. */
    static final double LONG = 60_000;

    private record Opened(Playwright playwright, Browser browser) implements AutoCloseable {
        @Override
        public void close() {
            playwright.close();
        }
    }

    private static Browser browser;

    static Browser browser() {
        return browser;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Optional<Path> program = PROGRAMS.stream().filter(Files::isExecutable).findFirst();
        Assumptions.assumeTrue(program.isPresent(), "there is none of " + PROGRAMS + ": no browser tests");
        browser = context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(Chromium.class))
                .computeIfAbsent(Opened.class, k -> open(program.get()), Opened.class).browser();
        PlaywrightAssertions.setDefaultAssertionTimeout(LONG);
    }

    private static Opened open(Path program) {
        Playwright playwright = Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        return new Opened(playwright, playwright.chromium().launch(new BrowserType.LaunchOptions()
                .setExecutablePath(program).setArgs(List.of("--no-sandbox"))));
    }
}
