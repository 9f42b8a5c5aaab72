package dev.tidemark.driver.jdbc;

import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where one statement ends and the next begins. */
class StatementsTest {

    @Test
    void semicolonsEndStatementsButNotWithinQuotes() {
        assertThat(SqlParams.split(" a ; b;; ;c ")).containsExactly("a", "b", "c");
        assertThat(SqlParams.split("SET @a = 'x;y'; SET \"b;c\" 1"))
                .containsExactly("SET @a = 'x;y'", "SET \"b;c\" 1");
    }

    @Test
    void aQuoteOfTheOtherKindEndsNone() {
        assertThat(SqlParams.split("say 'a\";b'; say \"it's;\";c"))
                .containsExactly("say 'a\";b'", "say \"it's;\"", "c");
    }

    @Test
    void whatIsNotThereIsNone() {
        assertThat(SqlParams.split("")).isEmpty();
        assertThat(SqlParams.split(" ; ")).isEmpty();
    }
}
