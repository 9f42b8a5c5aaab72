package dev.tidemark.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where one statement ends and the next begins. */
class StatementsTest {

    @Test
    void semicolonsEndStatementsButNotWithinQuotes() {
        assertThat(Statements.split(" a ; b;; ;c ")).containsExactly("a", "b", "c");
        assertThat(Statements.split("SET @a = 'x;y'; SET \"b;c\" 1"))
                .containsExactly("SET @a = 'x;y'", "SET \"b;c\" 1");
    }

    @Test
    void aQuoteOfTheOtherKindEndsNone() {
        assertThat(Statements.split("say 'a\";b'; say \"it's;\";c"))
                .containsExactly("say 'a\";b'", "say \"it's;\"", "c");
    }

    @Test
    void whatIsNotThereIsNone() {
        assertThat(Statements.split("")).isEmpty();
        assertThat(Statements.split(" ; ")).isEmpty();
    }
}
