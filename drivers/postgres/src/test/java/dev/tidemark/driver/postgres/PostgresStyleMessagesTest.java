package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.driver.contract.SqlStyleContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each style sends to the server, message by message: by that they differ. */
class PostgresStyleMessagesTest {

    @TempDir
    private Path folder;

    @Test
    void eachStyleSendsWhatItsSummarySays() throws Exception {
        PostgresServer server = PostgresServer.shared();
        Map<String, String> sent = new LinkedHashMap<>();
        try (MessageProxy proxy = new MessageProxy(server.address());
                Fixture holder = new Fixture(server, folder);
                Fixture f = new Fixture(server, folder, "address", proxy.address())) {
            holder.target.create(); // which looks from time to time whether somebody asks for it
            for (ApiStyle style : new PostgresDriver().styles()) {
                try (StylePlace place = f.target.place(style, "seen"); StyleSession session = place.session(0)) {
                    SqlStyleContract.store(style, session, style.batches() ? new long[] {1, 2, 3} : new long[] {1});
                    SqlStyleContract.store(style, session, style.batches() ? new long[] {4, 5, 6} : new long[] {2});
                    proxy.noted();
                    SqlStyleContract.store(style, session, style.batches() ? new long[] {7, 8, 9} : new long[] {3});
                    sent.put(style.name(), proxy.noted());
                }
            }
        }
        assertThat(sent).containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                Map.entry("insert-prepared", "BES/"), // bind, execute, sync
                Map.entry("insert", "PBDES/"), // parse and describe, too
                Map.entry("insert-simple", "Q/"),
                Map.entry("insert-committed", "QBES//BES/"), // BEGIN is sent along; COMMIT is not
                Map.entry("object", "BES/"),
                Map.entry("json-text", "BES/"),
                Map.entry("function", "BES/"),
                Map.entry("batch", "QBDEBDEBDES//BES/"),
                Map.entry("pipelined", "BEBEBEBEBES/"), // so is COMMIT
                Map.entry("multi-row", "BES/"),
                Map.entry("function-array", "BES/"),
                Map.entry("copy", "Qdc/"), // a query, data, done
                Map.entry("noop", "BES/"),
                Map.entry("noop-simple", "Q/")));
    }
}
