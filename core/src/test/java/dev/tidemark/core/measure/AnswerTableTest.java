package dev.tidemark.core.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.measure.AnswerTable.Row;
import dev.tidemark.core.result.LogBlock;
import org.junit.jupiter.api.Test;

class AnswerTableTest {

    private static Row row(int query, int asking, long hits, Long... found) {
        return new Row(query, asking, "q" + query, hits, false, List.of(found));
    }

    @Test
    void whatIsKeptIsReadAgain() {
        List<Row> rows = List.of(row(0, 0, 3, 1L, -7L, Long.MIN_VALUE), row(0, 1, AnswerTable.UNKNOWN),
                row(2, 0, Long.MAX_VALUE - 1, -1L), new Row(3, 0, "größer „als“ …", 0, true, List.of()));
        List<LogBlock> blocks = new ArrayList<>(new AnswerTable(rows).blocks(4));
        assertThat(blocks).singleElement().returns(4, LogBlock::phase).returns(4, LogBlock::rows);
        blocks.addFirst(new LogBlock(1, 0, 0, 1, new byte[] {1, 2, 3})); // of another kind
        assertThat(AnswerTable.of(blocks).rows()).isEqualTo(rows);
    }

    /** Of one's own documents, whose numbers look like chance: 10,000 queries asked twice stay below 2 MB. */
    @Test
    void theSecondAskingCostsNextToNothing() {
        Random random = new Random(5);
        List<Row> rows = new ArrayList<>();
        for (int query = 0; query < 10_000; query++) {
            List<Long> found = random.longs(AnswerTable.FIRST).boxed().toList();
            rows.add(new Row(query, 0, "/select?q=words" + query, query, false, found));
            rows.add(new Row(query, 1, "/select?q=words" + query, query, false, found));
        }
        List<LogBlock> blocks = new AnswerTable(rows).blocks(3);
        assertThat(blocks.stream().map(LogBlock::seq)).containsExactly(0, 1, 2, 3, 4);
        assertThat(AnswerTable.of(blocks).rows()).isEqualTo(rows);
        assertThat(blocks.stream().mapToLong(b -> b.columns().length).sum()).isLessThan(1_200_000);
    }

    @Test
    void damageIsToldWhereverItIs() {
        LogBlock block = new AnswerTable(List.of(row(0, 0, 3, 1L, 2L), row(1, 0, 3, LongStream.range(0, 10).boxed()
                .toArray(Long[]::new)))).blocks(1).getFirst();
        for (int cut = 1; cut < block.columns().length - 5; cut++) {
            LogBlock damaged = new LogBlock(1, 0, 0, 2, Arrays.copyOf(block.columns(), cut));
            assertThatThrownBy(() -> AnswerTable.of(List.of(damaged))).as("cut at " + cut)
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("damaged");
        }
    }

    @Test
    void hitsCountAsFarAsBothSayHowManyThereAre() {
        assertThat(row(0, 0, 3, 1L).alike(row(0, 1, 3, 1L))).isTrue();
        assertThat(row(0, 0, 3, 1L).alike(row(0, 1, 4, 1L))).isFalse();
        assertThat(row(0, 0, 3, 1L).alike(row(0, 1, AnswerTable.UNKNOWN, 1L))).isTrue();
        assertThat(row(0, 0, 3, 1L, 2L).alike(row(0, 1, 3, 2L, 1L))).isFalse();
    }
}
