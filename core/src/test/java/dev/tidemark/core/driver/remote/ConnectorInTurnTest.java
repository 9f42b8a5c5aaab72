package dev.tidemark.core.driver.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Secrets;
import org.junit.jupiter.api.Test;

class ConnectorInTurnTest {

    private final Set<String> down = new HashSet<>();
    private final List<String> closed = new ArrayList<>();

    /** Each connection is the address of its node and a number. */
    private final class Node implements Connector<String> {

        private final String address;
        private int made;

        Node(ConnectionSettings settings) {
            address = settings.address();
        }

        @Override
        public String connect() throws Exception {
            if (down.contains(address)) {
                throw new ConnectException("nobody listens at " + address);
            }
            return address + "/" + made++;
        }

        @Override
        public void close(String connection) {
            closed.add(address + " closes " + connection);
        }
    }

    private final Connector<String> connector = new ConnectorInTurn<>(nodes(), Node::new);

    private static List<ConnectionSettings> nodes() {
        Param<String> address = ConnectionParams.addresses("a:1,b:2");
        ConnectionSettings both = ConnectionSettings.of(ConnectionParams.of(address).defaults(), address,
                Secrets.ofThisProcess());
        return List.of(both.at("a", 1), both.at("b", 2));
    }

    @Test
    void allNodesServeTheWorkers() throws Exception {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            made.add(connector.connect());
        }
        assertThat(made).containsExactly("a:1/0", "b:2/0", "a:1/1", "b:2/1", "a:1/2");
        connector.close(made.get(1));
        connector.close(made.get(2));
        assertThat(closed).containsExactly("b:2 closes b:2/0", "a:1 closes a:1/1");
    }

    @Test
    void oneThatIsDownIsPassedOver() throws Exception {
        down.add("a:1");
        assertThat(connector.connect()).isEqualTo("b:2/0");
        assertThat(connector.connect()).isEqualTo("b:2/1");
        down.add("b:2");
        assertThatThrownBy(connector::connect).isInstanceOf(ConnectException.class);
    }
}
