package dev.tidemark.driver.lmdb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.EmbeddedSession;
import dev.tidemark.core.driver.support.Buffers;
import dev.tidemark.core.result.Measure;
import dev.tidemark.driver.contract.DocumentsContract;
import dev.tidemark.driver.contract.TargetFixture;
import org.junit.jupiter.api.Test;

class LmdbDocumentsTest extends DocumentsContract {

    @Override
    protected TargetFixture<?, ?> open(Path folder, String... settings) throws DriverException {
        return new Fixture(folder, settings);
    }

    @Override
    protected List<String[]> variants() {
        return List.of(variant("true", "false"), variant("false", "false"), variant("true", "true"),
                variant("false", "true"));
    }

    private static String[] variant(String sync, String writeMap) {
        return new String[] {"sync", sync, "write-map", writeMap, "map-size", "16MB"};
    }

    @Override
    protected Measure documents() {
        return LmdbMeasures.DOCUMENTS;
    }

    @Override
    protected int longestUri() {
        return 511;
    }

    @Test
    void urisThatLmdbCannotHoldAreToldInOneLineAndTheTransactionGoesOn() throws Exception {
        try (Fixture f = Fixture.created(directory); EmbeddedSession<?> session = f.session()) {
            session.add(Fixture.uri(1), Fixture.direct("one"));
            Fixture.assertOneLine(() -> session.add(Fixture.direct("/a\nb/" + "x".repeat(600)),
                    Fixture.direct("two")), "a URI of 605 bytes, only of up to 511: /a?b/xxx");
            Fixture.assertOneLine(() -> session.add(Fixture.direct(""), Fixture.direct("two")), "an empty URI");
            assertThat(session.commit()).isZero();
            assertThat(f.all()).containsOnlyKeys("/doc/1.txt");
        }
    }

    @Test
    void aWalkIsInOrder() throws Exception {
        try (Fixture f = Fixture.created(directory); EmbeddedSession<?> session = f.session()) {
            f.fill(0, 10, 10);
            List<String> seen = new ArrayList<>();
            session.forEach((uri, content) -> {
                seen.add(new String(Buffers.bytes(uri)));
                return seen.size() < 3;
            });
            assertThat(seen).containsExactly("/doc/0.txt", "/doc/1.txt", "/doc/2.txt");
        }
    }
}
