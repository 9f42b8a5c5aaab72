package dev.tidemark.driver.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.Origin;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.Workloads;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LmdbDeclarationTest {

    @Test
    void isFoundByName() {
        assertThat(Drivers.named("lmdb")).isInstanceOf(LmdbDriver.class);
    }

    @Test
    void everyParamHasHelpAndParsesWhatItPrints() {
        for (Param<?> param : LmdbParams.ALL.all()) {
            assertThat(param.help()).as(param.name()).endsWith(".");
            String text = LmdbParams.ALL.defaults().texts().get(param.name());
            assertThat(LmdbParams.ALL.defaults().with(param.name(), text, Origin.SET).texts())
                    .containsEntry(param.name(), text);
        }
    }

    @Test
    void paramsGoWithThoseOfEveryWorkload() {
        for (Workload workload : Workloads.all()) {
            assertThat(Planner.params(workload, new LmdbDriver()).names()).contains("map-size");
        }
    }

    /** Everything reached here by reflection, since the core's classes are loaded a second time. */
    @Test
    void declaringNeedsNoEngineLibraryAndOpeningSaysThatItIsMissing() throws Exception {
        URL[] withoutEngine = {place(Driver.class), place(LmdbDriver.class)};
        try (URLClassLoader loader = new URLClassLoader(withoutEngine, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass("org.lmdbjava.Env")).isInstanceOf(ClassNotFoundException.class);
            Thread.currentThread().setContextClassLoader(loader);
            Object driver = loader.loadClass(Drivers.class.getName()).getMethod("named", String.class)
                    .invoke(null, "lmdb");
            for (String declaration : new String[] {"name", "summary", "params", "measures", "capabilities",
                    "jvmFlags"}) {
                assertThat(driver.getClass().getMethod(declaration).invoke(driver)).as(declaration).isNotNull();
            }
            Object params = driver.getClass().getMethod("params").invoke(driver);
            Object defaults = params.getClass().getMethod("defaults").invoke(params);
            params.getClass().getMethod("check", defaults.getClass()).invoke(params, defaults);
            assertThatThrownBy(() -> open(loader, driver, defaults)).isInstanceOf(InvocationTargetException.class)
                    .cause().hasMessage("the LMDB library (lmdbjava) is not on the class path");
        } finally {
            Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
        }
    }

    @Test
    void aJvmWithoutTheFlagsIsToldWhichItNeeds() throws Exception {
        Process without = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), Opening.class.getName()).redirectErrorStream(true).start();
        try (Stream<String> said = without.inputReader().lines()) {
            assertThat(said.toList()).isEqualTo(List.of("LMDB runs only in a JVM started with "
                    + "--add-opens=java.base/java.nio=ALL-UNNAMED --add-exports=java.base/sun.nio.ch=ALL-UNNAMED"));
        }
    }

    /** Prints why a target can't be opened. */
    static final class Opening {
        public static void main(String[] args) {
            try {
                new Fixture(Path.of("."));
            } catch (Exception e) {
                System.out.println(e.getMessage());
            }
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
