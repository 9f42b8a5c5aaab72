package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.objects.NestedObject;
import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.Test;

/** Of the styles in which a driver's client takes documents in: each stores what it was given, and nothing else. */
public abstract class StyleContract extends TargetContract {

    private static final int BATCH = 7;
    private static final NestedObjects OBJECTS = new NestedObjects(1, 2);

    private interface Body {
        void run(ApiStyle style, StyleTarget target) throws Exception;
    }

    private void withEach(Body body) throws Exception {
        try (OpenTarget target = driver().open(values(), context())) {
            target.create();
            try {
                for (ApiStyle style : driver().styles(values())) {
                    try {
                        body.run(style, (StyleTarget) target);
                    } catch (Exception | AssertionError e) {
                        throw new AssertionError("style " + style.name() + ": " + e, e);
                    }
                }
            } finally {
                target.drop();
            }
        }
    }

    /** Objects whose texts are hard to quote, and ordinary ones. */
    private static List<NestedObject> objects(int count) {
        NestedObjects generated = new NestedObjects(5, 3);
        List<NestedObject> objects = new ArrayList<>(LongStream.range(2, count).mapToObj(generated::object).toList());
        String hard = "\"quotes\" 'single' \\back\\ \t tab \n line äöü 日本 😀 </x> &amp; $1 ${a} {{b}} ]]> \u007f";
        objects.addFirst(new NestedObject(0, hard, hard, "", hard, hard,
                List.of(new NestedObject.Inner(hard, "", hard, " ", hard, 0, 0.0))));
        objects.addFirst(new NestedObject(NestedObjects.IDS - 1, "", "", "", "", "", List.of()));
        return objects.subList(0, count);
    }

    private static int store(ApiStyle style, StyleSession session, List<NestedObject> objects) throws Exception {
        int batch = style.batches() ? BATCH : 1;
        int lost = 0;
        for (int i = 0; i < objects.size(); i += batch) {
            List<StyleDocument> documents = objects.subList(i, Math.min(objects.size(), i + batch)).stream()
                    .map(o -> StyleDocument.of(o, style.input())).toList();
            lost += session.carryOut(style, style.noop() ? List.of() : documents);
        }
        return lost;
    }

    /** What is done in a place of a style. */
    protected interface InPlace {
        void run(ApiStyle style, OpenTarget target, StylePlace place, StyleSession session) throws Exception;
    }

    /** Does something in a place of each style, {@code p}, which is empty. */
    protected final void inEach(InPlace body) throws Exception {
        withEach((style, target) -> {
            try (StylePlace place = target.place(style, "p"); StyleSession session = place.session(0)) {
                body.run(style, (OpenTarget) target, place, session);
            }
        });
    }

    /**
     * Does something in a place of each style, {@code p}, by a target of {@link ShortPatience}. The place stays until
     * the target is dropped, as to remove it could take too long, too.
     */
    protected final void inEachWithShortPatience(InPlace body) throws Exception {
        Values impatient = values().with(ConnectionParams.OPERATION_TIMEOUT.name(), ShortPatience.LIMIT,
                SettingOrigin.SET);
        try (OpenTarget patient = driver().open(values(), context());
                OpenTarget target = driver().open(impatient, context())) {
            patient.create();
            for (ApiStyle style : driver().styles(values())) {
                StylePlace place = ShortPatience.inTime(() -> ((StyleTarget) target).place(style, "p"));
                try (StyleSession session = ShortPatience.inTime(() -> place.session(0))) {
                    body.run(style, target, place, session);
                }
            }
            patient.drop();
        }
    }

    /** One of some ordinary objects. */
    protected static NestedObject object(long number) {
        return OBJECTS.object(number);
    }

    /** How many documents {@link #callFrom} stores. */
    protected static int stored(ApiStyle style) {
        return style.noop() ? 0 : style.batches() ? 3 : 1;
    }

    /** A request, of three documents where the style batches, which is not committed. @return documents not stored */
    protected static int callFrom(ApiStyle style, StyleSession session, int first) throws Exception {
        return call(style, session, LongStream.range(first, first + stored(style))
                .mapToObj(number -> StyleDocument.of(object(number), style.input())).toList());
    }

    /** A request that is not committed. @return documents not stored */
    protected static int call(ApiStyle style, StyleSession session, List<StyleDocument> documents) throws Exception {
        session.prepare(documents);
        if (style.maps()) {
            session.map();
        }
        return session.call();
    }

    @Test
    void stylesAreDeclared() {
        assertThat(driver().capabilities()).contains(Capability.API_STYLES);
        List<ApiStyle> styles = driver().styles();
        assertThat(styles).extracting(ApiStyle::name).doesNotHaveDuplicates();
        assertThat(styles).containsAll(driver().styles(values())).isNotEmpty();
        assertThat(styles.getFirst().noop()).isFalse();
        assertThat(styles).allSatisfy(s -> assertThat(s.summary()).isNotBlank().doesNotEndWith("."));
        styles.stream().map(ApiStyle::protocol).distinct().forEach(protocol -> assertThat(styles)
                .as("no-op of " + protocol).filteredOn(s -> s.noop() && s.protocol().equals(protocol)).hasSize(1));
    }

    @Test
    void everyStyleStoresExactlyWhatItWasGiven() throws Exception {
        List<NestedObject> objects = objects(2 * BATCH + 3);
        withEach((style, target) -> {
            try (StylePlace place = target.place(style, "a-1")) {
                assertThat(place.count()).isZero();
                try (StyleSession session = place.session(0)) {
                    assertThat(store(style, session, objects)).isZero();
                }
                if (style.noop()) {
                    assertThat(place.count()).isZero();
                    return;
                }
                assertThat(place.count()).isEqualTo(objects.size());
                for (NestedObject object : objects) {
                    assertThat(place.read(object.id())).hasValueSatisfying(read -> assertThat(
                            ObjectJson.same(ObjectJson.tree(object), read)).as("%s%nand was%n%s", read, object)
                            .isTrue());
                }
                assertThat(place.read(1)).isEmpty();
            }
        });
    }

    @Test
    void placesAreApartAndBeginEmpty() throws Exception {
        List<NestedObject> objects = objects(BATCH);
        withEach((style, target) -> {
            if (style.noop()) {
                return;
            }
            try (StylePlace one = target.place(style, "one"); StylePlace two = target.place(style, "two")) {
                try (StyleSession first = one.session(0); StyleSession second = one.session(1)) {
                    store(style, first, objects.subList(0, 3));
                    store(style, second, objects.subList(3, objects.size()));
                }
                assertThat(one.count()).isEqualTo(objects.size());
                assertThat(two.count()).isZero();
            }
            try (StylePlace again = target.place(style, "one")) {
                assertThat(again.count()).as("after it was removed").isZero();
                try (StyleSession session = again.session(0)) {
                    store(style, session, objects.subList(0, 1));
                }
            }
        });
    }

    @Test
    void whatWasCalledAndNotCommittedIsNotStored() throws Exception {
        List<NestedObject> objects = objects(2);
        withEach((style, target) -> {
            if (!style.commits()) {
                return;
            }
            try (StylePlace place = target.place(style, "b")) {
                try (StyleSession session = place.session(0)) {
                    call(style, session, List.of(StyleDocument.of(objects.getFirst(), style.input())));
                    assertThat(store(style, session, objects.subList(1, 2))).as("the request after it").isZero();
                }
                assertThat(place.count()).isEqualTo(1);
            }
        });
    }

    @Test
    void aConnectionCanBeMadeAnewWhereThereIsOne() throws Exception {
        List<NestedObject> objects = objects(4);
        boolean connects = values().params().lookUp(ConnectionParams.CONNECT_TIMEOUT.name()).isPresent();
        withEach((style, target) -> {
            try (StylePlace place = target.place(style, "c"); StyleSession session = place.session(0)) {
                if (!connects) {
                    assertThatThrownBy(session::reconnect).isInstanceOf(DriverException.class);
                    return;
                }
                store(style, session, objects.subList(0, 1));
                session.reconnect();
                session.reconnect();
                store(style, session, objects.subList(1, 3));
                session.prepare(style.noop() ? List.of()
                        // which goes over the next connection
                        : List.of(StyleDocument.of(objects.get(3), style.input())));
                session.reconnect();
                if (style.maps()) {
                    session.map();
                }
                session.call();
                if (style.commits()) {
                    session.commit();
                }
                assertThat(place.count()).isEqualTo(style.noop() ? 0 : 4);
            }
        });
    }
}
