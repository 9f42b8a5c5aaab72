package dev.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.launch.MeasuredRun;
import dev.tidemark.store.file.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLockTest {

    @TempDir
    Path folder;

    /** Another process: takes the machine and waits for its end. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws IOException {
            MachineLock lock = MachineLock.take(Path.of(args[0]), "label killed", false);
            System.out.println(lock.alongside() ? "alongside" : "ready");
            System.out.flush();
            System.in.read();
        }
    }

    @Test
    void aProcessThatIsKilledGivesTheMachineBack() throws Exception {
        Process process = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                System.getProperty("java.class.path"), Holder.class.getName(), folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            assertThat(process.inputReader().readLine()).isEqualTo("ready");
            assertThatThrownBy(() -> MachineLock.take(folder, "me", false)).isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("(label killed)").hasMessageContaining("--alongside");
            try (MachineLock beside = MachineLock.take(folder, "me", true)) {
                assertThat(beside.alongside()).isTrue();
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        try (MachineLock mine = MachineLock.take(folder, "me", false)) {
            assertThat(mine.alongside()).isFalse();
        }
    }

    @Test
    void aLockWithAnotherNameElsewhereIsNotWritten() throws IOException {
        Path precious = Files.writeString(folder.resolve("important.txt"), "precious");
        Files.createLink(folder.resolve("tidemark-measuring.lock"), precious);
        assertThatThrownBy(() -> MachineLock.take(folder, "me", false)).isInstanceOf(StoreException.class)
                .hasMessageContaining("another name elsewhere").hasMessageContaining("remove it");
        assertThat(precious).hasContent("precious");
    }

    /** As a disk can become full in between. */
    @Test
    void whatCannotBeTakenAsAWholeIsNotTaken() {
        assertThatThrownBy(() -> MachineLock.take(folder, "label one", (MeasuredRun) null))
                .isInstanceOf(NullPointerException.class);
        MachineLock.take(folder, "label two", false).close();
    }

    /** A coordinator and its agents, be they on one machine. */
    @Test
    void processesOfOneRunHaveTheMachineTogether() {
        MeasuredRun run = MeasuredRun.begun(false);
        try (MachineLock first = MachineLock.take(folder, "label one", run);
                MachineLock second = MachineLock.take(folder, "agent", run)) {
            assertThat(first.alongside()).isFalse();
            assertThat(second.alongside()).isFalse();
            assertThatThrownBy(() -> MachineLock.take(folder, "label two", false)).hasMessageContaining("(label one)");
            assertThatThrownBy(() -> MachineLock.take(folder, "agent", MeasuredRun.NONE)).hasMessageContaining("(label one)");
        }
        MachineLock.take(folder, "label two", false).close();
    }

    @Test
    void theMachineIsTakenOnceAndFreeAgainAfterwards() {
        try (MachineLock first = MachineLock.take(folder, "label one", false)) {
            assertThat(first.alongside()).isFalse();
            assertThatThrownBy(() -> MachineLock.take(folder, "label two", false))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessage("another measured run is in progress on this machine (label one); wait for it, or run "
                            + "beside it with --alongside");
            try (MachineLock beside = MachineLock.take(folder, "label two", true)) {
                assertThat(beside.alongside()).isTrue();
            }
            assertThatThrownBy(() -> MachineLock.take(folder, "label two", false))
                    .isInstanceOf(InvalidInputException.class);
        }
        try (MachineLock second = MachineLock.take(folder, "label two", false)) {
            assertThat(second.alongside()).isFalse();
        }
    }
}
