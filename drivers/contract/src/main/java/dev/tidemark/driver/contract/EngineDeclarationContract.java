package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.Param;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** Of what a driver declares of itself, which works without its engine. */
public abstract class EngineDeclarationContract extends DeclarationContract {

    /** Settings that people are shown first: of an engine up to four; of a server how it is reached, and two. */
    private static final int MOST_MAIN = 5;

    /** A class of the engine. */
    protected abstract String engineClass();

    /** What opening says where the engine's library is missing. */
    protected abstract String withoutEngine();

    @Test
    void aFewSettingsAreShownFirst() {
        assertThat(driver().params().all().stream().filter(Param::main)).hasSizeBetween(1, MOST_MAIN);
    }

    /** Everything reached here by reflection, since the core's classes are loaded a second time. */
    @Test
    void declaringNeedsNoEngineLibraryAndOpeningSaysThatItIsMissing() throws Exception {
        URL[] withoutEngine = {place(Driver.class), place(driver().getClass())};
        try (URLClassLoader loader = new URLClassLoader(withoutEngine, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass(engineClass())).isInstanceOf(ClassNotFoundException.class);
            Thread.currentThread().setContextClassLoader(loader);
            Object driver = loader.loadClass(Drivers.class.getName()).getMethod("named", String.class)
                    .invoke(null, driver().name());
            for (String declaration : new String[] {"name", "summary", "params", "measures", "capabilities", "styles",
                "jvmFlags"}) {
                assertThat(driver.getClass().getMethod(declaration).invoke(driver)).as(declaration).isNotNull();
            }
            Object params = driver.getClass().getMethod("params").invoke(driver);
            Object defaults = params.getClass().getMethod("defaults").invoke(params);
            assertThatThrownBy(() -> open(loader, driver, defaults)).isInstanceOf(InvocationTargetException.class)
                    .cause().hasMessage(withoutEngine());
        } finally {
            Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
        }
    }

    private static void open(ClassLoader loader, Object driver, Object defaults) throws Exception {
        Class<?> context = loader.loadClass("dev.tidemark.core.driver.Context");
        Class<?> clock = loader.loadClass("dev.tidemark.core.time.Clock");
        Object anyClock = Proxy.newProxyInstance(loader, new Class<?>[] {clock}, (proxy, method, args) -> null);
        Object made = context.getConstructors()[0].newInstance(anyClock, Path.of("."), null, null, null);
        driver.getClass().getMethod("open", defaults.getClass(), context).invoke(driver, defaults, made);
    }

    private static URL place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}
