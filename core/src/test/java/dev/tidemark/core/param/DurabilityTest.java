package dev.tidemark.core.param;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.StatedDurability;
import dev.tidemark.core.driver.StatedDurability.Fact;
import org.junit.jupiter.api.Test;

class DurabilityTest {

    private static final Param<Boolean> JOURNAL = Param.flag("journal").byDefault(true).help("Whether there is a journal.")
            .states(false, Durability.VOLATILE);
    private static final Param<Boolean> SYNC = Param.flag("sync").byDefault(false).help("Whether it is forced.")
            .states(true, Durability.DURABLE).states(false, Durability.OS_BUFFERED);
    private static final ParamSet ALL = ParamSet.of(JOURNAL, SYNC, Param.count("shards").byDefault(1L));

    private static Values values(boolean journal, boolean sync) {
        return ALL.defaults().with(JOURNAL, journal, SettingOrigin.SET).with(SYNC, sync, SettingOrigin.SET);
    }

    @Test
    void theWeakestSettingDecides() {
        assertThat(ALL.defaults().durability()).contains(Durability.OS_BUFFERED);
        assertThat(values(true, true).durability()).contains(Durability.DURABLE);
        assertThat(values(false, true).durability()).contains(Durability.VOLATILE);
        assertThat(ParamSet.of(JOURNAL).defaults().durability()).as("left to others").isEmpty();
    }

    @Test
    void theHelpTellsWhichValueFallsToWhichClass() {
        assertThat(SYNC.explained())
                .isEqualTo("Whether it is forced. Durability: true is durable, false is os-buffered.");
        assertThat(Param.count("shards").help("How many.").explained()).isEqualTo("How many.");
    }

    @Test
    void aDriverWithoutAStatementStatesNothing() {
        assertThat(StatedDurability.NOTHING.of(List.of(Setting.detected("server-fsync", "off")))).isEmpty();
    }

    @Test
    void factsOfAServerCount() {
        StatedDurability stated = StatedDurability.NOTHING.fact("fsync", "no", Durability.OS_BUFFERED)
                .fact("fsync", "always", Durability.DURABLE).fact("log", "no", Durability.VOLATILE);
        assertThat(Durability.weakest(stated.of(List.of(Setting.detected("fsync", "always"),
                Setting.detected("log", "yes"))))).contains(Durability.DURABLE);
        assertThat(Durability.weakest(stated.of(List.of(Setting.detected("fsync", "always"),
                Setting.detected("log", "no"))))).contains(Durability.VOLATILE);
        assertThat(stated.of(List.of(Setting.detected("fsync", "other")))).isEmpty();
    }

    @Test
    void factsMayStateAClassTogether() {
        StatedDurability stated = StatedDurability.NOTHING.where(Durability.LAST_INTERVAL, Fact.is("log", "yes"),
                Fact.isNot("every", "1"));
        assertThat(stated.of(List.of(Setting.detected("log", "yes"), Setting.detected("every", "0"))))
                .containsExactly(Durability.LAST_INTERVAL);
        assertThat(stated.of(List.of(Setting.detected("log", "yes"), Setting.detected("every", "1")))).isEmpty();
        assertThat(stated.of(List.of(Setting.detected("log", "no"), Setting.detected("every", "0")))).isEmpty();
        assertThat(stated.of(List.of(Setting.detected("log", "yes")))).as("not found").isEmpty();
    }
}
