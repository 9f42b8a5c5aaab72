package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import module java.base;
import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import org.junit.jupiter.api.Test;

/** Of styles that store documents as rows of tables with a primary key: what is refused leaves nothing behind. */
public abstract class SqlStyleContract extends StyleContract {

    private static final NestedObjects OBJECTS = new NestedObjects(9, 2);

    /** Documents of these numbers, in the form that a style takes. */
    public static List<StyleDocument> documents(ApiStyle style, long... numbers) {
        return Arrays.stream(numbers).mapToObj(n -> StyleDocument.of(OBJECTS.object(n), style.input())).toList();
    }

    /** Stores documents in one request; none by a no-op. */
    public static void store(ApiStyle style, StyleSession session, long... numbers) throws Exception {
        assertThat(session.carryOut(style, style.noop() ? List.of() : documents(style, numbers))).isZero();
    }

    @Test
    void aDocumentThatIsThereAlreadyIsRefusedWithItsBatchAndTheSessionGoesOn() throws Exception {
        try (OpenTarget target = driver().open(values(), context())) {
            target.create();
            for (ApiStyle style : driver().styles(values()).stream().filter(s -> !s.noop()).toList()) {
                try (StylePlace place = ((StyleTarget) target).place(style, "twice");
                        StyleSession session = place.session(0)) {
                    store(style, session, 1);
                    long[] again = style.batches() ? new long[] {2, 1, 3} : new long[] {1};
                    assertOneLine(() -> store(style, session, again), "");
                    assertThat(place.count()).as(style.name()).isEqualTo(1);
                    store(style, session, 2);
                    assertThat(place.count()).as(style.name()).isEqualTo(2);
                }
            }
            target.drop();
        }
    }

    /** Batches of many documents, one of which is refused, reach the server in several pieces. */
    @Test
    void largeBatchesAreStoredWholeOrNotAtAll() throws Exception {
        long[] many = new long[1000];
        Arrays.setAll(many, n -> n);
        try (OpenTarget target = driver().open(values(), context())) {
            target.create();
            for (ApiStyle style : driver().styles(values()).stream().filter(ApiStyle::batches).toList()) {
                try (StylePlace place = ((StyleTarget) target).place(style, "large");
                        StyleSession session = place.session(0)) {
                    store(style, session, 999);
                    assertOneLine(() -> store(style, session, many), "");
                    assertThat(place.count()).as(style.name()).isEqualTo(1);
                    store(style, session, Arrays.copyOf(many, 999));
                    assertThat(place.count()).as(style.name()).isEqualTo(1000);
                }
            }
            target.drop();
        }
    }

    @Test
    void aStyleThatIsNoneOfTheDriversIsNotTakenForAnother() throws Exception {
        ApiStyle other = ApiStyle.of("no-such-style", "none", ApiStyle.Input.TEXT, "nothing that it declares");
        try (OpenTarget target = driver().open(values(), context())) {
            target.create();
            assertThatIllegalArgumentException().isThrownBy(() -> {
                try (StylePlace place = ((StyleTarget) target).place(other, "other")) {
                    place.session(0);
                }
            }).withMessageContaining("no-such-style");
            target.drop();
        }
    }

    /** As after a run that was killed. */
    @Test
    void placesThatWereNotClosedGoWithTheTarget() throws Exception {
        try (OpenTarget target = driver().open(values(), context())) {
            target.create();
            for (ApiStyle style : driver().styles(values())) {
                ((StyleTarget) target).place(style, "left-" + style.name());
                try (StylePlace again = ((StyleTarget) target).place(style, "left-" + style.name())) {
                    assertThat(again.count()).as(style.name()).isZero();
                }
                ((StyleTarget) target).place(style, "left-" + style.name());
            }
        }
        try (OpenTarget target = driver().open(values(), context())) {
            target.create();
            target.drop();
        }
    }
}
