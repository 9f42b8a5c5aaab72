package dev.tidemark.driver.basex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.driver.contract.DocumentsContract;
import dev.tidemark.driver.contract.TargetFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaseXDocumentsTest extends DocumentsContract {

    private final TestServer server = TestServer.shared();

    @Override
    protected TargetFixture<?, ?> open(Path folder, String... settings) throws DriverException {
        return new Fixture(server, directory, settings);
    }

    @Override
    protected List<String[]> variants() {
        return List.of(new String[] {}, new String[] {"connections", "2", "auto-flush", "false"});
    }

    @Override
    protected double documentsIn(TargetFixture<?, ?> f) throws Exception {
        return f.all().size();
    }

    @Override
    protected int longestUri() {
        return 1500;
    }

    private static final List<String> CONTENTS = List.of(
            "<?xml version=\"1.0\"?><order id=\"1\" of=\"http://basex.org/rest\"><item>sea &amp; salt</item></order>",
            "{\"order\": {\"id\": 2, \"items\": [\"sea\", 1.50, null, true]}}", "no <order> at all");

    private void store(BaseXSession session, boolean together) throws Exception {
        for (int i = 0; i < CONTENTS.size(); i++) {
            session.add(TargetFixture.uri(i), TargetFixture.direct(CONTENTS.get(i)));
            if (!together) {
                session.commit();
            }
        }
        session.commit();
    }

    /** By one request for each or for all: what is XML or JSON is a tree, which queries see, and the rest are bytes. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void documentsAreStoredAsWhatTheyAre(boolean together) throws Exception {
        try (Fixture f = new Fixture(server, directory)) {
            f.target.create();
            try (BaseXSession session = f.session()) {
                store(session, together);
                assertThat(server.ask("count(db:get('bench')//order), count(db:get('bench')//item), "
                        + "string(db:get('bench')//order[@id = '1']/item)")).containsSubsequence("2", "1",
                        "sea & salt");
                assertThat(f.gauge(BaseXMeasures.TREES)).isEqualTo(2);
                for (int i = 0; i < CONTENTS.size(); i++) {
                    ByteBuffer expected = TargetFixture.direct(CONTENTS.get(i));
                    byte[] read = TargetFixture.read(session, TargetFixture.uri(i));
                    assertThat(session.isSame(TargetFixture.direct(read), expected))
                            .as(CONTENTS.get(i) + " is " + new String(read)).isTrue();
                    ByteBuffer other = TargetFixture.direct(CONTENTS.get(i).replace("sea", "see").replace("no", "now"));
                    assertThat(session.isSame(TargetFixture.direct(read), other)).isFalse();
                }
                assertThat(TargetFixture.read(session, TargetFixture.uri(7))).isNull();
                session.add(TargetFixture.uri(0), TargetFixture.direct("x"));
                session.add(TargetFixture.uri(7), TargetFixture.direct("x"));
                assertThat(session.findExisting()).isEqualTo(1);
                session.rollback();
            }
            f.target.drop();
        }
    }

    @Test
    void aFormatThatIsSetHoldsForAll() throws Exception {
        try (Fixture f = new Fixture(server, directory, "document-format", "binary")) {
            f.target.create();
            try (BaseXSession session = f.session()) {
                store(session, true);
                assertThat(f.gauge(BaseXMeasures.TREES)).isZero();
                assertThat(TargetFixture.read(session, TargetFixture.uri(0))).asString().isEqualTo(CONTENTS.getFirst());
            }
            f.target.drop();
        }
        try (Fixture f = new Fixture(server, directory, "document-format", "xml")) {
            f.target.create();
            try (BaseXSession session = f.session()) {
                assertThatThrownBy(() -> store(session, false)).isInstanceOf(DriverException.class);
                assertThat(f.gauge(BaseXMeasures.TREES)).isEqualTo(1);
            }
            f.target.drop();
        }
    }
}
