package dev.tidemark.core.driver.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Secrets;
import org.junit.jupiter.api.Test;

/** Which connections are handed out after one of them broke. */
class ConnectionsTest {

    private final Set<Integer> dead = new HashSet<>();
    private final List<Integer> asked = new ArrayList<>();
    private final Connections<Integer> connections = new Connections<>(new Connector<>() {
        private int made;

        @Override
        public Integer connect() {
            return ++made;
        }

        @Override
        public void close(Integer connection) {
            dead.add(connection);
        }

        @Override
        public boolean isAlive(Integer connection) {
            asked.add(connection);
            return !dead.contains(connection);
        }

        @Override
        public Failure failure(Exception e) {
            return e instanceof TimeoutException ? Failure.TIMED_OUT
                    : e instanceof IllegalStateException ? Failure.GIVEN_UP : Failure.BROKEN;
        }
    }, settings());

    private static ConnectionSettings settings() {
        Param<String> address = ConnectionParams.addresses("127.0.0.1:1");
        return ConnectionSettings.of(ConnectionParams.of(address).defaults(), address, Secrets.ofThisProcess());
    }

    /** Two are open, and the first is in use. */
    private void open() throws Exception {
        int first = connections.acquire();
        connections.release(connections.acquire());
        assertThat(first).isEqualTo(1);
    }

    @Test
    void whatLayIdleWhenAnotherBrokeIsAskedBeforeItIsUsed() throws Exception {
        open();
        connections.discard(1, new IOException("cut"));
        dead.add(2);
        assertThat(connections.acquire()).isEqualTo(3);
        assertThat(asked).containsExactly(2);
        assertThat(connections.reconnects()).isEqualTo(1);
        connections.release(3);
        assertThat(connections.acquire()).as("asked no more").isEqualTo(3);
        assertThat(asked).containsExactly(2);
    }

    @Test
    void whatStillWorksIsAskedOnceOnly() throws Exception {
        open();
        connections.discard(1, new IOException("cut"));
        for (int i = 0; i < 2; i++) {
            assertThat(connections.acquire()).isEqualTo(2);
            connections.release(2);
        }
        assertThat(asked).containsExactly(2);
    }

    @Test
    void aTimeoutThatTheServerAnswersLeavesTheConnection() throws Exception {
        assertThatThrownBy(() -> connections.call(_ -> {
            throw new IllegalStateException("0 of 1 replicas had it");
        })).isInstanceOf(TimeoutException.class).hasMessage("no answer from 127.0.0.1:1 in time: 0 of 1 replicas had it");
        assertThat(connections.acquire()).isEqualTo(1);
        assertThat(connections.reconnects()).isZero();
        assertThat(dead).isEmpty();
    }

    @Test
    void aTimeoutSaysNothingOfOthers() throws Exception {
        open();
        connections.discard(1, new TimeoutException("late"));
        assertThat(connections.acquire()).isEqualTo(2);
        assertThat(asked).isEmpty();
        connections.close();
        assertThatThrownBy(connections::acquire).hasMessage("the connections to 127.0.0.1:1 were closed");
    }
}
