package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server of its own for each test, which nothing may break, and its administrator who is logged in. */
@Timeout(300)
abstract class AtTheServer {

    @TempDir
    private Path folder;

    Served served;
    Browser ada;

    @BeforeEach
    void serve() throws Exception {
        served = Served.with(folder);
        ada = served.loggedIn("ada");
        ada.get("/account"); // has a form, and so its token
    }

    @AfterEach
    void nothingBroke() {
        assertThat(served.failures()).isEmpty();
        served.close();
    }
}
