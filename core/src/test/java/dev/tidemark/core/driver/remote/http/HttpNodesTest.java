package dev.tidemark.core.driver.remote.http;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class HttpNodesTest {

    private final List<String> notes = new ArrayList<>();
    private long now;

    private HttpNodes nodes(String... roots) {
        return new HttpNodes(List.of(roots), () -> now, notes::add);
    }

    @Test
    void theyAreAskedInTurn() {
        HttpNodes nodes = nodes("a", "b", "c");
        assertThat(List.of(nodes.next(), nodes.next(), nodes.next(), nodes.next())).containsExactly(0, 1, 2, 0);
        assertThat(nodes("a").next()).isZero();
    }

    @Test
    void oneThatIsDownIsPassedOverForAWhileAndThatIsToldOnce() {
        HttpNodes nodes = nodes("a", "b");
        nodes.missed(1, new ConnectException());
        nodes.missed(1, new ConnectException());
        assertThat(List.of(nodes.next(), nodes.next(), nodes.next())).containsOnly(0);
        now += HttpNodes.APART.toNanos();
        assertThat(List.of(nodes.next(), nodes.next(), nodes.next(), nodes.next()))
                .as("one request tries it, and the others do not wait for it").containsOnlyOnce(1).contains(0);
        nodes.missed(1, new ConnectException());
        assertThat(notes).containsExactly("Node b is passed over: nobody listens there. It is tried again every 30 s.");
        nodes.answered(1);
        nodes.answered(1);
        assertThat(notes).hasSize(2).last().isEqualTo("Node b can be reached again.");
        nodes.missed(0, new ConnectException());
        nodes.missed(1, new ConnectException());
        assertThat(List.of(nodes.next(), nodes.next())).as("where none can be reached, they are tried").contains(0, 1);
    }
}
