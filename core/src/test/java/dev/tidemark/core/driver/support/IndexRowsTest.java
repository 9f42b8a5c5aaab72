package dev.tidemark.core.driver.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.NumberedKeys;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class IndexRowsTest {

    private static ByteBuffer direct(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static String text(ByteBuffer buffer) {
        return StandardCharsets.ISO_8859_1.decode(buffer.duplicate()).toString();
    }

    private static ByteBuffer row(int index, String term, String key) throws Exception {
        IndexEntries entries = new IndexEntries();
        entries.add(index, direct(term));
        List<ByteBuffer> rows = new ArrayList<>();
        new IndexRows().forEach(entries.encoded(), direct(key), row -> rows.add(direct(text(row))));
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    /** Terms and keys of any bytes, but for 0 in terms. */
    @Property(tries = 500)
    void rowsAreInTheOrderOfTermsAndTellWhetherTheyAreInARange(
            @ForAll @StringLength(min = 1, max = 4) @CharRange(from = '\1', to = '\4') String term,
            @ForAll @StringLength(max = 4) @CharRange(from = '\1', to = '\4') String from,
            @ForAll @StringLength(max = 4) @CharRange(from = '\1', to = '\4') String to,
            @ForAll @StringLength(min = 1, max = 3) @CharRange(from = '\0', to = '\u00ff') String key,
            @ForAll @IntRange(min = 1, max = 255) int index) throws Exception {
        ByteBuffer row = row(index, term, key);
        String start = text(new IndexRows().start(index, direct(from)));
        assertThat(text(row).compareTo(start) >= 0).isEqualTo(term.compareTo(from) >= 0);
        assertThat(IndexRows.isUpTo(row, index, direct(to))).isEqualTo(term.compareTo(to) <= 0);
        assertThat(IndexRows.isUpTo(row, index % 255 + 1, direct(to))).isFalse();
        List<String> found = new ArrayList<>();
        assertThat(IndexRows.visit(row, true, (k, t) -> found.add(text(t) + "=" + text(k)))).isTrue();
        assertThat(found).containsExactly(term + "=" + key);
    }

    @Property(tries = 100)
    void everyEntryHasARowAndTheListIsNone(@ForAll @Size(max = 60) List<@StringLength(min = 1, max = 255)
            @CharRange(from = '\1', to = '\u00ff') String> terms, @ForAll @StringLength(min = 1, max = 300) @CharRange(
            from = '\0', to = '\u00ff') String key) throws Exception {
        IndexEntries entries = new IndexEntries();
        terms.forEach(term -> entries.add(7, direct(term)));
        assertThat(entries.count()).isEqualTo(terms.size());
        List<String> rows = new ArrayList<>();
        IndexRows maker = new IndexRows();
        maker.forEach(entries.encoded(), direct(key), row -> rows.add(text(row)));
        assertThat(rows).isEqualTo(terms.stream().map(term -> "\7" + term + "\0" + key).toList());
        assertThat(text(maker.list(direct(key)))).isEqualTo("\0" + key);
        assertThat(entries.clear().encoded().hasRemaining()).isFalse();
    }

    @Example
    void impossibleEntriesAreRefused() {
        IndexEntries entries = new IndexEntries();
        assertThatThrownBy(() -> entries.add(0, direct("a"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> entries.add(256, direct("a"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> entries.add(1, direct(""))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> entries.add(1, direct("a\0b"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> entries.add(1, direct("a".repeat(256)))).isInstanceOf(IllegalArgumentException.class);
        assertThat(entries.count()).isZero();
    }

    @Property(tries = 200)
    void gatheredUpdatesComeBackInOrder(@ForAll @Size(max = 100) List<@StringLength(max = 200)
            @CharRange(from = '\0', to = '\u00ff') String> texts) {
        UpdateBatch updates = new UpdateBatch();
        IndexEntries entries = new IndexEntries();
        entries.add(1, direct("term"));
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < texts.size(); i++) {
                ByteBuffer key = direct(texts.get(i));
                switch (i % 4) {
                    case 0 -> updates.put(i, key, direct("value " + i));
                    case 1 -> updates.put(i, NumberedKeys.of(i), direct("value " + i));
                    case 2 -> updates.put(i, key, direct("value " + i), entries);
                    default -> updates.delete(i, key);
                }
            }
            assertThat(updates.count()).isEqualTo(texts.size());
            for (int i = 0; i < texts.size(); i++) {
                assertThat(updates.keyspace(i)).isEqualTo(i);
                assertThat(updates.isDelete(i)).isEqualTo(i % 4 == 3);
                assertThat(updates.hasEntries(i)).isEqualTo(i % 4 == 2);
                if (i % 4 == 1) {
                    assertThat(updates.key(i).getLong(updates.key(i).position())).isEqualTo(i);
                } else {
                    assertThat(text(updates.key(i))).isEqualTo(texts.get(i));
                }
                if (i % 4 != 3) {
                    assertThat(text(updates.value(i))).isEqualTo("value " + i);
                }
                if (i % 4 == 2) {
                    assertThat(updates.entries(i)).isEqualTo(entries.encoded());
                }
            }
            updates.clear();
            assertThat(updates.count()).isZero();
        }
    }

    @Example
    void updatesOfOneKeyAreToldFromThoseOfOthers() {
        UpdateBatch updates = new UpdateBatch();
        updates.put(0, direct("a"), direct("1"));
        updates.delete(0, direct("a"));
        updates.put(1, direct("a"), direct("1"));
        updates.put(0, direct("b"), direct("1"));
        updates.put(0, direct("ab"), direct("1"));
        assertThat(updates.ofSameKey(0, 1)).isTrue();
        assertThat(updates.ofSameKey(0, 2)).isFalse();
        assertThat(updates.ofSameKey(0, 3)).isFalse();
        assertThat(updates.ofSameKey(0, 4)).isFalse();
    }
}
