package dev.tidemark.core.workload.query;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.Test;

class QueryContentTest {

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
