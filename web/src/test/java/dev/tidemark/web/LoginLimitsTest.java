package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.web.Browser.Answer;
import dev.tidemark.web.http.Proxies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logging in while somebody guesses. */
class LoginLimitsTest {

    @TempDir
    private Path folder;

    private static Answer logIn(Browser browser, String name, String password, String... headers) throws Exception {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("token", browser.token());
        fields.put("name", name);
        fields.put("password", password);
        return browser.post("/login", Browser.body(fields), headers);
    }

    private static Browser stranger(Served served) throws Exception {
        Browser browser = served.anonymous();
        browser.get("/login");
        return browser;
    }

    @Test
    void behindAProxyThatIsTrustedEachClientWaitsForItself() throws Exception {
        try (Served served = Served.with(folder, o -> o.behind(Proxies.of(List.of("127.0.0.1"))))) {
            Browser guessing = stranger(served);
            int status = 0;
            for (int i = 0; i < 9 && status != 429; i++) { // on a busy machine the first waits may be over
                status = logIn(guessing, "ada", "wrong", "X-Forwarded-For", "6.6.6." + i + ", 203.0.113.9").status();
            }
            assertThat(status).as("whatever it says of itself").isEqualTo(429);
            assertThat(logIn(stranger(served), "ada", Served.PASSWORD, "X-Forwarded-For", "198.51.100.7").status())
                    .isEqualTo(303);
        }
    }

    @Test
    void oneClientLocksNobodyOutWhereNoProxyIsTrusted() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser known = served.loggedIn("ada");
            assertThat(known.cookies()).containsKey("tidemark-browser-" + served.port());
            known.get("/account");
            known.send("/logout");
            known.get("/login");
            Browser guessing = stranger(served);
            for (int i = 0; i < 12; i++) {
                logIn(guessing, "nobody-" + i, "wrong");
            }
            Answer refused = logIn(guessing, "ada", "wrong");
            for (int i = 0; i < 9 && refused.status() != 429; i++) {
                refused = logIn(guessing, "ada", "wrong");
            }
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("Retry-After")).matches("[1-9][0-9]*");
            assertThat(logIn(stranger(served), "ROB", Served.PASSWORD).status()).as("another").isEqualTo(303);
            assertThat(logIn(known, "ada", Served.PASSWORD).status()).as("from a browser that is known").isEqualTo(303);
        }
    }

    @Test
    void theCookieOfAKnownBrowserStaysAndOpensNothing() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser ada = served.anonymous();
            ada.get("/login");
            Answer in = ada.send("/login", "name", "ada", "password", Served.PASSWORD);
            assertThat(in.header("Set-Cookie")).containsPattern(
                    "tidemark-browser-" + served.port() + "=[^;]+; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000");
            ada.get("/account");
            ada.send("/logout");
            assertThat(ada.cookies()).containsKey("tidemark-browser-" + served.port())
                    .doesNotContainKey("tidemark-session-" + served.port());
            assertThat(ada.get("/reports").status()).isEqualTo(303);
        }
    }

    /** Ports share a machine's cookies, and a proxy that speaks TLS speaks plainly to the server. */
    @Test
    void cookiesAreOfOneServerAndGoOverTlsWhereTheBrowserHasIt() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser ada = served.anonymous();
            Answer plain = ada.get("/login");
            assertThat(plain.header("Set-Cookie")).startsWith("tidemark-visitor-" + served.port() + "=")
                    .doesNotContain("Secure");
            assertThat(plain.header("Strict-Transport-Security")).isEmpty();
            Answer behind = served.anonymous().exchange(served.anonymous().request("/login")
                    .header("Accept", "text/html").header("X-Forwarded-Proto", "https").build());
            assertThat(behind.header("Set-Cookie")).contains("; Secure");
            assertThat(behind.header("Strict-Transport-Security")).isNotEmpty();
        }
    }
}
