package dev.tidemark.core.workload.query;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryContentTest {

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static Values logged(Path log) {
        return QueryParams.ALL.defaults().with("documents", "200", SettingOrigin.SET)
                .with("query-log", log.toString(), SettingOrigin.SET);
    }

    /** The warm-up asks the last ones of a log, and the measurement the first. */
    @Test
    void whatTheWarmUpHasAskedOfTheMeasuredIsTold() throws Exception {
        Values usual = logged(file("log", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n"));
        Values four = usual.with("warm-up-queries", "4", SettingOrigin.SET);
        QueryContent content = QueryContent.of(four, 7);
        assertThat(content.askedBefore(four, 6, 4)).isEmpty();
        assertThat(content.askedBefore(four, 8, 4)).contains("The warm-up asked 4 of the 10 queries there are, and about 2 "
                + "of the 8 that were measured are among them, where caches may know the answer; warm-up-queries: none "
                + "leaves the warm-up out.");
        assertThat(content.askedBefore(four, 20, 0)).as("left out").isEmpty();
        assertThat(content.askedBefore(usual, 8, 10_000).orElseThrow())
                .startsWith("The warm-up asked 10 of the 10 queries there are, and about 8 of the 8 ");
        assertThat(content.askedBefore(usual, 8, 3).orElseThrow()).as("which a time has ended")
                .startsWith("The warm-up asked 3 of the 10 queries there are, and about 3 of the 8 ");
        Values generated = QueryParams.ALL.defaults().with("documents", "200", SettingOrigin.SET);
        assertThat(QueryContent.of(generated, 7).askedBefore(generated, 1000, 10_000)).isEmpty();
    }

    @Test
    void aTraceThatIsNotThatOfTheQueriesIsWarnedOf() throws Exception {
        Path timed = file("timed", "2026-03-04T10:00:00Z\ta\n2026-03-04T10:00:01Z\tb\n2026-03-04T10:00:02Z\tc\n");
        Path two = file("two", "time\n0\n1\n");
        assertThat(warnings(timed, two)).containsExactly("The trace has 2 arrivals, and the log 3 queries as they are "
                + "asked here: they are not asked when they were.");
        assertThat(warnings(timed, file("three", "time\n0\n1\n2\n"))).isEmpty();
        assertThat(warnings(file("plain", "a\nb\nc\n"), two)).as("nobody knows when").isEmpty();
        assertThat(QueryContent.of(logged(timed), 7).warnings()).isEmpty();
    }

    private static List<String> warnings(Path log, Path trace) {
        return QueryContent.of(logged(log).with("arrivals", "trace", SettingOrigin.SET)
                .with("arrivals-trace", trace.toString(), SettingOrigin.SET), 7).warnings();
    }

    @Test
    void filtersAreLeftOutOfWhatIsAskedOfTidemarksOwnDocumentsAndThatIsTold() throws Exception {
        assertThat(QueryContent.of(logged(file("log", "q=a&fq=b:1\nq=c&fq=d\nq=e\n")), 7).remarks())
                .containsExactly("query-log: 2 queries had filters or other parameters, which are left out.");
    }

    /** At 64 queries a second, the thousand that are usual would end a minute after 16 s. */
    @Test
    void aTimeThatAloneIsAskedForIsNotEndedByTheUsualNumberOfQueries() {
        Values minute = QueryParams.ALL.defaults().with("rate", "64/s", SettingOrigin.SET)
                .with("duration", "60s", SettingOrigin.SET);
        QueryWorkload query = new QueryWorkload();
        assertThat(QueryWorkload.measured(query.effective(minute))).isEqualTo(3840);
        assertThat(query.effective(minute).find(QueryParams.QUERIES)).isEmpty();
        assertThat(QueryWorkload.measured(query.effective(minute.with("queries", "1000", SettingOrigin.SET))))
                .isEqualTo(1000);
        assertThat(QueryWorkload.measured(query.effective(QueryParams.ALL.defaults()))).isEqualTo(1000);
        Values steps = QueryParams.ALL.defaults().with("arrivals", "steps", SettingOrigin.SET)
                .with("rate-steps", "100/s for 30s; 200/s for 30s", SettingOrigin.SET);
        assertThat(QueryWorkload.measured(query.effective(steps))).isEqualTo(9000);
    }

    /** Fifty, each once and as often again: after a hundred all come again. */
    @Test
    void moreRepeatsThanWereWantedAreTold() {
        Values values = QueryParams.ALL.defaults().with("documents", "200", SettingOrigin.SET)
                .with("distinct-queries", "50", SettingOrigin.SET).with("repeat-share", "50%", SettingOrigin.SET);
        QueryContent content = QueryContent.of(values, 7);
        assertThat(content.askedAgain(values, 100)).isEmpty();
        Set<Integer> asked = LongStream.range(0, 400).mapToObj(content.test()::at).collect(Collectors.toSet());
        assertThat(asked).as("350 of 400 are repeats").hasSize(50);
        assertThat(content.askedAgain(values, 400)).contains("There are 50 different queries (distinct-queries), and 400 were "
                + "asked: about 88 % of them were asked before, where caches may know the answer; repeat-share: 50% takes 200 "
                + "different ones.");
    }
}
