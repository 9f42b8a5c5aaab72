package dev.tidemark.web.status;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatusViewTest {

    @Test
    void aSearchIsCalledWhatItIs() {
        assertThat(StatusView.searched("search:\n  ramp: {param: workers}\n", 3)).isEqualTo("3 steps of the ramp done.");
        assertThat(StatusView.searched("search: {find-rate: {start: 1/s}}\n", 2))
                .isEqualTo("2 steps of the search for the sustainable rate done.");
        assertThat(StatusView.searched("plan: {space: study}\nsearch:\n  find-rate:\n    start: 1/s\n", 1)).isEqualTo("1 step of the search for the sustainable rate done.");
    }
}
