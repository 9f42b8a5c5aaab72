package dev.tidemark.core.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutcomeCountTest {

    private static String why(String kind, Outcome outcome) {
        return new OutcomeCount(0, kind, outcome, "no lock", 1, 1).why();
    }

    @Test
    void whyTellsTheGroupAndWhatElseThanFailedItDid() {
        assertThat(why("pay", Outcome.FAILURE)).isEqualTo("no lock");
        assertThat(why("pay", Outcome.TIMEOUT)).isEqualTo("no lock");
        assertThat(why("pay", Outcome.PUSH_BACK)).isEqualTo("rejected as overloaded: no lock");
        assertThat(why("tellers.pay", Outcome.ROLLED_BACK)).isEqualTo("group tellers: rolled back: no lock");
    }
}
