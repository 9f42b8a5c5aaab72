package dev.tidemark.store.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.store.ResultStore;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class QueueOrderTest {

    /** A job, counted from 0, and where it goes. */
    record Move(int job, int place) {}

    @Property
    void aMovedJobHasItsPlaceAndTheOthersKeepTheirOrder(@ForAll @IntRange(min = 1, max = 30) int size,
            @ForAll @IntRange(min = 0, max = 29) int job, @ForAll @IntRange(min = -5, max = 40) int place) {
        List<Long> before = LongStream.range(100, 100 + size).boxed().toList();
        long id = before.get(job % size);
        List<Long> after = QueueOrder.moved(before, id, place);

        assertThat(after.indexOf(id)).isEqualTo(Math.clamp(place, 1, size) - 1);
        List<Long> others = new ArrayList<>(before);
        others.remove(id);
        List<Long> othersAfter = new ArrayList<>(after);
        othersAfter.remove(id);
        assertThat(othersAfter).isEqualTo(others);
    }

    @Property
    void aJobThatIsNotThereMovesNothing(@ForAll @IntRange(min = -5, max = 40) int place) {
        assertThat(QueueOrder.moved(List.of(1L, 2L), 3, place)).containsExactly(1L, 2L);
    }

    @Provide
    Arbitrary<List<Move>> moves() {
        return Combinators.combine(Arbitraries.integers().between(0, 5), Arbitraries.integers().between(-1, 8))
                .as(Move::new).list().ofMaxSize(20);
    }

    @Property(tries = 20)
    void theStoreKeepsTheOrderThatTheMovesSay(@ForAll("moves") List<Move> moves) throws IOException {
        Path folder = Files.createTempDirectory("jobs");
        List<Long> expected = new ArrayList<>();
        try (ResultStore store = ResultStore.open(folder.resolve("store.db"))) {
            JobQueue queue = store.jobs();
            for (int i = 0; i < 6; i++) {
                expected.add(queue.add(JobQueueTest.job("job-" + i)).id());
            }
            List<Long> ids = List.copyOf(expected);
            for (Move move : moves) {
                queue.move(ids.get(move.job()), move.place());
                expected = QueueOrder.moved(expected, ids.get(move.job()), move.place());
            }
            assertThat(queue.all().stream().map(Job::id)).containsExactlyElementsOf(expected);
        } finally {
            try (var files = Files.walk(folder)) {
                files.sorted(java.util.Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
            }
        }
    }
}
