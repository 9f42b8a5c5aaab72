package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Origin;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RocksDbDeclarationTest {

    @Test
    void isFoundByName() {
        assertThat(Drivers.named("rocksdb")).isInstanceOf(RocksDbDriver.class);
    }

    @Test
    void everyParamHasHelpAndParsesWhatItPrints() {
        for (Param<?> param : RocksDbParams.ALL.all()) {
            assertThat(param.help()).as(param.name()).endsWith(".");
            String text = RocksDbParams.ALL.defaults().texts().get(param.name());
            assertThat(RocksDbParams.ALL.defaults().with(param.name(), text, Origin.SET).texts())
                    .containsEntry(param.name(), text);
        }
    }

    @Test
    void olderNamesCarryTheirOlderUnitsAndValues() {
        Values values = RocksDbParams.ALL.defaults().with("forest-count", "4", Origin.SET)
                .with("tree-size", "16", Origin.SET).with("merge-ratio", "3", Origin.SET)
                .with("io-limit", "20", Origin.SET).with("forest-directory", "", Origin.SET);
        assertThat(values.texts()).containsAllEntriesOf(Map.of("shards", "4", "memtable", "16MB",
                "compaction-ratio", "3", "background-io-limit", "20MB/s", "directory", "default"));
        assertThat(values.with("io-limit", "0", Origin.SET).texts())
                .containsEntry("background-io-limit", "unlimited");
    }

    @Test
    void syncWithoutJournalIsRefused() {
        Values values = RocksDbParams.ALL.defaults().with("sync", "true", Origin.SET)
                .with("journal", "false", Origin.SET);
        assertThatThrownBy(() -> RocksDbParams.ALL.check(values)).isInstanceOf(BadInput.class)
                .hasMessageStartingWith("sync: ").hasMessageNotContaining("\n");
    }

    @Test
    void universalCompactionTakesWholeRatiosOnly() {
        Values values = RocksDbParams.ALL.defaults().with("compaction-ratio", "2.5", Origin.SET);
        RocksDbParams.ALL.check(values);
        assertThatThrownBy(() -> RocksDbParams.ALL.check(values.with("compaction-style", "universal", Origin.SET)))
                .isInstanceOf(BadInput.class).hasMessageContaining("2.5");
    }

    /** Everything reached here by reflection, since the core's classes are loaded a second time. */
    @Test
    void declaringNeedsNoEngineLibraryAndOpeningSaysThatItIsMissing() throws Exception {
        URL[] withoutEngine = {place(Driver.class), place(RocksDbDriver.class)};
        try (URLClassLoader loader = new URLClassLoader(withoutEngine, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass("org.rocksdb.RocksDB"))
                    .isInstanceOf(ClassNotFoundException.class);
            Thread.currentThread().setContextClassLoader(loader);
            Object driver = loader.loadClass(Drivers.class.getName()).getMethod("named", String.class)
                    .invoke(null, "rocksdb");
            for (String declaration : new String[] {"name", "summary", "params", "measures", "capabilities",
                    "jvmFlags"}) {
                assertThat(driver.getClass().getMethod(declaration).invoke(driver)).as(declaration).isNotNull();
            }
            Object params = driver.getClass().getMethod("params").invoke(driver);
            Object defaults = params.getClass().getMethod("defaults").invoke(params);
            params.getClass().getMethod("check", defaults.getClass()).invoke(params, defaults);
            assertThatThrownBy(() -> open(loader, driver, defaults)).isInstanceOf(InvocationTargetException.class)
                    .cause().hasMessage("the RocksDB library (rocksdbjni) is not on the class path");
        } finally {
            Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
        }
    }

    private static void open(ClassLoader loader, Object driver, Object defaults) throws Exception {
        Class<?> context = loader.loadClass("dev.tidemark.core.driver.Context");
        Class<?> clock = loader.loadClass("dev.tidemark.core.time.Clock");
        Object anyClock = Proxy.newProxyInstance(loader, new Class<?>[] {clock}, (proxy, method, args) -> null);
        Object made = context.getConstructors()[0].newInstance(anyClock, Path.of("."), "", null, null);
        driver.getClass().getMethod("open", defaults.getClass(), context).invoke(driver, defaults, made);
    }

    private static URL place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}
