package dev.tidemark.core.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recorded day is offered as it was, scaled or faster; a file that is none is refused with the line. */
class ArrivalTraceTest {

    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("day.txt"), text);
    }

    private static long[] due(EndingSchedule schedule) {
        Schedule.Cursor cursor = schedule.cursor();
        long[] due = LongStream.range(0, schedule.slots()).map(cursor::due).toArray();
        assertThat(cursor.due(schedule.slots())).isEqualTo(Schedule.Cursor.NEVER);
        assertThat(LongStream.range(0, schedule.slots()).map(schedule::dueOf).toArray()).isEqualTo(due);
        return due;
    }

    @Test
    void timesCountFromTheFirstArrival() throws IOException {
        EndingSchedule day = ArrivalTrace.read(file("# of a server\ntime\n1700000000.25\n\n1700000000.25\r\n"
                + "1700000001.000000001\n"));
        assertThat(due(day)).containsExactly(0, 0, 750_000_001);
        assertThat(day.meanRate()).isCloseTo(3 / 0.750000001, within(1e-9));
    }

    @Test
    void countsAreSpreadEvenlyOverTheirTime() throws IOException {
        EndingSchedule day = ArrivalTrace.read(file("count per second\n2\n0\n1\n"));
        assertThat(due(day)).containsExactly(0, SECOND / 2, 2 * SECOND);
        assertThat(day.end()).isEqualTo(3 * SECOND);
        assertThat(due(ArrivalTrace.read(file("count per minute\n2\n3\n")))).containsExactly(0, 30 * SECOND,
                60 * SECOND, 80 * SECOND, 100 * SECOND);
        assertThat(ArrivalTrace.read(file("count per hour\n3600\n")).meanRate()).isEqualTo(1);
    }

    @Test
    void scaledTheRateIsSoManyTimesAsHighInEverySecond() throws IOException {
        EndingSchedule day = ArrivalTrace.read(file("count per second\n2\n0\n4\n1\n1\n"));
        assertThat(due(day.stretched(1.5, 1))).containsExactly(0, 333_333_333, 666_666_666, 2 * SECOND,
                2_166_666_666L, 2_333_333_333L, 2_500_000_000L, 2_666_666_666L, 2_833_333_333L, 3 * SECOND,
                3_666_666_666L, 4_333_333_333L);
        assertThat(due(day.stretched(0.5, 1))).as("a half in each second, carried over").containsExactly(0, 2 * SECOND,
                2_500_000_000L, 3 * SECOND);
    }

    @Test
    void fasterItTakesLessTimeAndOffersTheSame() throws IOException {
        EndingSchedule day = ArrivalTrace.read(file("count per second\n2\n0\n1\n")).stretched(1, 4);
        assertThat(due(day)).containsExactly(0, SECOND / 8, SECOND / 2);
        assertThat(day.end()).isEqualTo(750_000_000);
        assertThat(day.meanRate()).isEqualTo(4);
        assertThat(due(ArrivalTrace.read(file("time\n0\n1\n3\n")).stretched(1, 2)))
                .containsExactly(0, SECOND / 2, 1_500_000_000);
    }

    @Test
    void moreArrivalsLieBetweenTheRecordedOnes() throws IOException {
        EndingSchedule day = ArrivalTrace.read(file("time\n0\n1\n3\n"));
        assertThat(due(day.stretched(2, 1))).containsExactly(0, SECOND / 2, SECOND, 2 * SECOND, 3 * SECOND);
        assertThat(due(day.stretched(0.5, 1))).containsExactly(0, 3 * SECOND);
    }

    /** 86,400 seconds with counts of their own: what is offered in each is what was counted. */
    @Test
    void aWholeDayIsOfferedSecondForSecond() throws IOException {
        int[] counts = new int[86_400];
        StringBuilder text = new StringBuilder("count per second\n");
        long all = 0;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = (int) (20 + 19 * Math.sin(i * 2 * Math.PI / counts.length) + i % 3);
            all += counts[i];
            text.append(counts[i]).append('\n');
        }
        EndingSchedule day = ArrivalTrace.read(file(text.toString()));
        int[] offered = new int[counts.length];
        for (long due : due(day)) {
            offered[(int) (due / SECOND)]++;
        }
        assertThat(offered).isEqualTo(counts);
        assertThat(day.meanRate()).isCloseTo(all / 86_400.0, within(1e-9));

        EndingSchedule hour = day.stretched(0.1, 24);
        assertThat(hour.end()).isEqualTo(3600 * SECOND);
        assertThat((double) hour.slots()).isCloseTo(all * 0.1, within(1.0));
        long before = 0;
        for (int quarter = 1; quarter <= 4; quarter++) {
            for (int i = (quarter - 1) * 21_600; i < quarter * 21_600; i++) {
                before += counts[i];
            }
            assertThat((double) hour.slotsBefore(quarter * 900 * SECOND)).isCloseTo(before * 0.1, within(1.0));
        }
    }

    @Test
    void aFileThatIsReadAgainAfterItChangedIsTheNewOne() throws IOException {
        assertThat(ArrivalTrace.read(file("time\n0\n1\n")).slots()).isEqualTo(2);
        assertThat(ArrivalTrace.read(file("time\n0\n1\n2\n")).slots()).isEqualTo(3);
    }

    @Test
    void marksInFrontAndLargeLettersAreNoOtherHeading() throws IOException {
        assertThat(due(ArrivalTrace.read(file("\uFEFFtime\r\n0.5\r\n1.5\r\n")))).containsExactly(0, SECOND);
        assertThat(due(ArrivalTrace.read(file("Time\n1\n3\n")))).containsExactly(0, 2 * SECOND);
        assertThat(ArrivalTrace.read(file("Count per Second\n5\n")).slots()).isEqualTo(5);
        refused("time\n\u0660.5\n", "line 2: '\u0660.5' is no time");
        refused("\0\1", "day.txt is not text");
    }

    private void refused(String text, String complaint) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> ArrivalTrace.read(file)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(complaint);
    }

    @Test
    void whatIsNoTraceIsRefusedWithTheLine() throws IOException {
        refused("", "day.txt is empty");
        refused("times\n1\n", "line 1: 'times' is no heading (did you mean 'time'?)");
        refused("count per secnd\n1\n", "(did you mean 'count per second'?)");
        refused("12\n13\n", "line 1: '12' is no heading; the first line is one of time, count per second");
        refused("time\n1\n2\nx\n", "line 4: 'x' is no time");
        refused("time\n1\n-2\n", "line 3: '-2' is no time");
        refused("time\n1\n1e99\n", "line 3: '1e99' is no time");
        refused("time\n5\n4\n", "line 3: 4 is before the arrival in front of it");
        refused("time\n5\n7\n6\n", "line 4: 6 is before");
        refused("time\n0\n99999999\n", "line 3: 99999999 is more than 366 days after");
        refused("time\n5\n", "needs two arrivals or more");
        refused("count per second\n1.5\n", "line 2: '1.5' is no count");
        refused("count per second\n# night\n0\n0\n", "holds no arrivals");
        refused("count per second\n1000000001\n", "line 2: 1000000001 arrivals are more than 10^9 per second");
        refused("time\n0\n" + "7".repeat(5000) + "\n", "line 3: '" + "7".repeat(40) + "…' is no time");
    }

    @Test
    void whatIsNoFileOrTooLargeIsRefusedUnread() throws IOException {
        assertThatThrownBy(() -> ArrivalTrace.read(folder)).hasMessageEndingWith("is no file");
        assertThatThrownBy(() -> ArrivalTrace.read(folder.resolve("none"))).hasMessageEndingWith("is not there");
        Path large = folder.resolve("large");
        try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
            sparse.setLength(ArrivalTrace.MOST_BYTES + 1);
        }
        assertThatThrownBy(() -> ArrivalTrace.read(large)).hasMessageEndingWith("has more than 256 MB");
    }
}
