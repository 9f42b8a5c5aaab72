package dev.tidemark.driver.lmdb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.EngineDeclarationContract;
import org.junit.jupiter.api.Test;

class LmdbDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new LmdbDriver();
    }

    @Override
    protected String engineClass() {
        return "org.lmdbjava.Env";
    }

    @Override
    protected String withoutEngine() {
        return "the LMDB library (lmdbjava) is not on the class path";
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
}
