package dev.tidemark.driver.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.driver.contract.SqlStyleContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SqliteStylesTest extends SqlStyleContract {

    private List<String> more = List.of();

    @Override
    protected Driver driver() {
        return new SqliteDriver();
    }

    @Override
    protected List<String> settings() {
        return Stream.concat(super.settings().stream(), more.stream()).toList();
    }

    /** Everything again with the other layout and the other way of waiting. */
    @Nested
    class ClusteredAndBusy extends SqlStyleContract {
        @Override
        protected Driver driver() {
            return new SqliteDriver();
        }

        @Override
        protected List<String> settings() {
            return Outside.clusteredAndBusy(super.settings());
        }
    }

    /** Whoever has called and not committed has the turn, and gives it up with the transaction. */
    @Test
    void whoGivesUpATransactionLetsOthersWrite() throws Exception {
        try (KeyspaceTarget target = created()) {
            for (ApiStyle style : new SqliteDriver().styles().stream().filter(ApiStyle::commits).toList()) {
                try (StylePlace place = ((StyleTarget) target).place(style, "turns");
                        StyleSession one = place.session(0); StyleSession two = place.session(1)) {
                    one.prepare(documents(style, 1));
                    one.call();
                    one.prepare(documents(style, 2));
                    store(style, two, 3);
                    one.call();
                    one.close();
                    store(style, two, 4);
                    assertThat(place.count()).isEqualTo(2);
                }
            }
        }
    }

    @Test
    void aWriterThatIsKeptWaitingTooLongIsPushedBackAndGoesOn() throws Exception {
        more = List.of("busy-timeout", "1ms");
        try (KeyspaceTarget target = created()) {
            for (ApiStyle style : new SqliteDriver().styles().stream().filter(s -> !s.noop()).toList()) {
                try (StylePlace place = ((StyleTarget) target).place(style, "busy");
                        StyleSession session = place.session(0);
                        Connection other = Outside.connect(target); Statement holding = other.createStatement()) {
                    holding.execute("BEGIN IMMEDIATE");
                    assertThatThrownBy(() -> store(style, session, 1)).as(style.name())
                            .isInstanceOf(OverloadedException.class).hasMessageContaining("busy-timeout");
                    holding.execute("ROLLBACK");
                    store(style, session, 2);
                    assertThat(place.count()).as(style.name()).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void aTableThatIsDroppedMeanwhileIsToldAndTheSessionGoesOn() throws Exception {
        try (KeyspaceTarget target = created()) {
            for (ApiStyle style : new SqliteDriver().styles().stream().filter(s -> !s.noop()).toList()) {
                try (StylePlace place = ((StyleTarget) target).place(style, "gone");
                        StyleSession session = place.session(0)) {
                    store(style, session, 1);
                    place.close();
                    assertOneLine(() -> store(style, session, 2), "no such table: style-gone");
                    try (StylePlace again = ((StyleTarget) target).place(style, "gone")) {
                        store(style, session, 3);
                        assertThat(again.count()).as(style.name()).isEqualTo(1);
                    }
                }
            }
        }
    }
}
