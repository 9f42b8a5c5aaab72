package dev.tidemark.core.load.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackgroundScheduleTest {

    @ParameterizedTest
    @ValueSource(strings = {
        "fold-heads every=10m throttle=20k/s",
        "rebuilds: fold-heads-with-presence-check every=10m; compact at=1h",
        "fold-objects at=30m every=10m window=30m..2h throttle=500/s instances=together",
        "command every=1m run='backup.sh --fast; sync'",
        "command run=\"echo 'a b'\"; list-keys; snapshot at=0s",
        "kill at=30s node=2 for=10s; pause at=1m for=500ms; stop at=2m; restart at=3m node=1; promote at=31s",
        "fault at=30s run='./unplug.sh'",
        "fill at=10s for=5s; freeze at=20s for=500ms; slow at=30s for=10s by=20ms",
        "cut at=10s; cut at=20s for=3s; delay at=30s for=5s by=20ms; throttle at=40s for=5s to=1MB"
    })
    void whatIsWrittenIsRead(String text) {
        assertThat(BackgroundSchedule.parse(text)).hasToString(text);
        assertThat(BackgroundSchedule.parse(BackgroundSchedule.parse(text).toString()))
                .isEqualTo(BackgroundSchedule.parse(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "fold-head every=10m | background: unknown task 'fold-head' (did you mean 'fold-heads'?); there are fold-heads, "
                + "fold-objects, fold-heads-with-presence-check, list-keys, compact, snapshot, checkpoint, reindex, save, repair, command, fault, "
                + "kill, stop, pause, restart, fill, freeze, slow, promote, cut, delay, throttle, or none",
        "fold-heads evry=10m | background: fold-heads: unknown option 'evry' (did you mean 'every'?)",
        "fold-heads every=ten | background: fold-heads: 'ten' is not a duration; write it as 500us, 20ms, 30s, 10m or 6h",
        "fold-heads window=2h..1h | background: fold-heads: window: it closes before it opens",
        "fold-heads window=2h | background: fold-heads: window: '2h' is no window; write it as 1h..2h",
        "fold-heads at=3h window=1h..2h | background: fold-heads: at: 3h lies outside the window",
        "compact throttle=10/s | background: compact: throttle is for tasks that go over keys; this one the engine or the "
                + "program paces",
        "command every=1h | background: command: it needs run, the program, as in run='backup.sh --fast'",
        "compact run=x | background: compact: run is for the tasks command and fault",
        "pause at=10s | background: pause: it needs for, how long the server has no time, as in for=5s",
        "restart for=5s | background: restart: for is for the tasks kill, stop, pause, cut, delay, throttle, "
                + "fill, freeze and slow",
        "compact node=1 | background: compact: node is for the tasks that end or pause a server of a rig",
        "kill node=0 | background: kill: node: the first is 1",
        "delay for=1s | background: delay: it needs by, how long answers and requests are kept back each, as in by=20ms",
        "delay by=1s | background: delay: it needs for, how long connections are disturbed, as in for=5s",
        "cut by=1s | background: cut: by is for the tasks delay and slow",
        "fill at=1s | background: fill: it needs for, how long the disk is disturbed, as in for=5s",
        "freeze for=1s node=1 | background: freeze: node is for the tasks that end or pause a server of a rig",
        "slow for=1s | background: slow: it needs by, how long a write is kept back, as in by=20ms; the shortest is 1ms",
        "slow for=1s by=10us | background: slow: it needs by, how long a write is kept back, as in by=20ms; the shortest "
                + "is 1ms",
        "throttle for=1s | background: throttle: it needs to, how many bytes a second all connections carry, as in to=1MB",
        "kill to=1MB | background: kill: to is for the task throttle",
        "throttle for=1s to=0B | background: throttle: to: 0 bytes a second would carry nothing; cut does that",
        "compact soon | background: compact: 'soon' is no option; write it as every=10m",
        "compact at=1h at=2h | background: compact: at stands twice",
        "fold-heads every=1us | background: fold-heads: every: 1us is too small; the smallest is 1ms",
    })
    void whatIsWrongIsSaidInOneLine(String text, String complaint) {
        assertThatThrownBy(() -> LoadParams.BACKGROUND.parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessage(complaint);
    }

    private static List<Long> starts(String text, long lasting, int most) {
        ScheduledTask entry = BackgroundSchedule.parse(text).entries().getFirst();
        List<Long> starts = new ArrayList<>();
        OptionalLong next = entry.next(0, 0);
        while (next.isPresent() && starts.size() < most) {
            starts.add(next.getAsLong() / 1_000_000_000L);
            next = entry.next(next.getAsLong() + Math.max(1, lasting * 1_000_000_000L), starts.size());
        }
        return starts;
    }

    @Test
    void itIsStartedWhenItIsDue() {
        assertThat(starts("compact", 5, 9)).containsExactly(0L);
        assertThat(starts("compact at=30m", 5, 9)).containsExactly(1800L);
        assertThat(starts("compact every=10m", 5, 3)).containsExactly(600L, 1200L, 1800L);
        assertThat(starts("compact at=1m every=10m", 5, 3)).containsExactly(60L, 660L, 1260L);
        assertThat(starts("compact every=10m window=1h..90m", 5, 9)).containsExactly(3600L, 4200L, 4800L);
    }

    @Test
    void aStartThatIsDueWhileItIsUnderWayIsMissed() {
        assertThat(starts("compact every=10s", 25, 3)).containsExactly(10L, 40L, 70L);
        assertThat(starts("compact every=10s", 10, 3)).containsExactly(10L, 20L, 30L);
    }

    @Test
    void inAWindowWithNothingElseItIsStartedAgainAndAgain() {
        assertThat(starts("compact window=10s..60s", 20, 9)).containsExactly(10L, 30L, 50L);
        assertThat(starts("compact at=20s window=10s..60s", 20, 9)).containsExactly(20L);
    }

    @Test
    void aTextBeyondMeasureIsRefusedAndNotMatched() {
        for (String text : List.of("x".repeat(100_000), "''".repeat(50_000), "'".repeat(4095), "x;".repeat(2048))) {
            assertThatThrownBy(() -> BackgroundSchedule.parse(text)).isInstanceOf(InvalidInputException.class);
        }
    }
}
