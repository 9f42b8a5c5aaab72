package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.driver.contract.EngineDeclarationContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RocksDbDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new RocksDbDriver();
    }

    @Override
    protected String engineClass() {
        return "org.rocksdb.RocksDB";
    }

    @Override
    protected String withoutEngine() {
        return "the RocksDB library (rocksdbjni) is not on the class path";
    }

    @Test
    void olderNamesCarryTheirOlderUnitsAndValues() {
        Values values = RocksDbParams.ALL.defaults().with("forest-count", "4", SettingOrigin.SET)
                .with("tree-size", "16", SettingOrigin.SET).with("merge-ratio", "3", SettingOrigin.SET)
                .with("io-limit", "20", SettingOrigin.SET).with("forest-directory", "", SettingOrigin.SET);
        assertThat(values.texts()).containsAllEntriesOf(Map.of("shards", "4", "memtable", "16MB",
                "compaction-ratio", "3", "background-io-limit", "20MB/s", "directory", "default"));
        assertThat(values.with("io-limit", "0", SettingOrigin.SET).texts())
                .containsEntry("background-io-limit", "unlimited");
    }

    @Test
    void syncWithoutJournalIsRefused() {
        Values values = RocksDbParams.ALL.defaults().with("sync", "true", SettingOrigin.SET)
                .with("journal", "false", SettingOrigin.SET);
        assertThatThrownBy(() -> RocksDbParams.ALL.check(values)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("sync: ").hasMessageNotContaining("\n");
    }

    @Test
    void universalCompactionTakesWholeRatiosOnly() {
        Values values = RocksDbParams.ALL.defaults().with("compaction-ratio", "2.5", SettingOrigin.SET);
        RocksDbParams.ALL.check(values);
        assertThatThrownBy(() ->
                RocksDbParams.ALL.check(values.with("compaction-style", "universal", SettingOrigin.SET)))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("2.5");
    }

    /** It would be taken for that of levels, whatever the style in the database's file. */
    @Test
    void aRatioOfADatabaseOfOnesOwnNeedsTheStyleThatItIsOf() {
        Values own = RocksDbParams.ALL.defaults().with("database", "/theirs", SettingOrigin.SET);
        RocksDbParams.ALL.check(own);
        Values ratio = own.with("compaction-ratio", "5", SettingOrigin.SET);
        assertThatThrownBy(() -> RocksDbParams.ALL.check(ratio)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("compaction-ratio: ").hasMessageEndingWith("give compaction-style, too");
        RocksDbParams.ALL.check(ratio.with("compaction-style", "level", SettingOrigin.SET));
    }

    @Test
    void anOptionsFileDecidesWhatNobodyGives() {
        Values plain = RocksDbParams.ALL.defaults().with("block-cache", "1GB", SettingOrigin.SET);
        assertThat(decided(plain)).isEmpty();
        assertThat(decided(plain.with("database", "/theirs", SettingOrigin.SET)))
                .contains("memtable", "compression", "compaction-ratio", "background-threads")
                .doesNotContain("block-cache", "journal", "sync", "directory", "database-access");
    }

    private List<String> decided(Values values) {
        return values.settings().stream().filter(setting -> driver().isDecidedByData(values, setting))
                .map(Setting::name).toList();
    }
}
