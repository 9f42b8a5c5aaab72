package dev.tidemark.core.os;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How a process is told from a later one with its number. */
@EnabledOnOs(OS.LINUX)
class ProcessIdentityTest {

    @TempDir
    private Path folder;

    private static final String HERE = "(dev=1,ino=2)";

    private Path file;
    private String boot;

    @BeforeEach
    void read() throws Exception {
        file = folder.resolve("process");
        boot = Files.readString(ProcessIdentity.BOOT);
    }

    private ProcessIdentity recorded(String text) throws Exception {
        Files.writeString(file, text);
        return ProcessIdentity.recorded(file, HERE).orElseThrow();
    }

    private static String stat() throws Exception {
        return Files.readString(Path.of("/proc/self/stat"));
    }

    @Test
    void isTheProcessThatWroteItDown() throws Exception {
        ProcessIdentity self = recorded(boot + stat());
        assertThat(self.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(self).isEqualTo(ProcessIdentity.running(self.pid()).orElseThrow());
        assertThat(self.isAlive()).isTrue();
    }

    @Test
    void isNotOneOfAnotherBootOrAnotherStart() throws Exception {
        assertThat(recorded("00000000-0000-0000-0000-000000000000\n" + stat()).isAlive()).isFalse();
        ProcessIdentity self = recorded(boot + stat());
        assertThat(new ProcessIdentity(self.pid(), self.boot(), self.began() - 1).isAlive()).isFalse();
    }

    @Test
    void isNobodyWhereTheFileIsACopy() throws Exception {
        assertThat(recorded(boot + stat().strip() + "\n" + HERE + "\n").isAlive()).isTrue();
        Files.writeString(file, boot + stat().strip() + "\n(dev=1,ino=3)\n");
        assertThat(ProcessIdentity.recorded(file, HERE)).isEmpty();
    }

    @Test
    void mayHaveAnyName() throws Exception {
        String began = "1 1 1 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 ";
        ProcessIdentity odd = recorded(boot + "77 (a) R (b c) S " + began + "4711 1 1\n");
        assertThat(odd.pid()).isEqualTo(77);
        assertThat(odd.began()).isEqualTo(4711);
    }

    @Test
    void hasEndedThoughNobodyAskedHow() throws Exception {
        // The shell becomes a program that never asks after the child which it has started.
        Process parent = new ProcessBuilder("/bin/sh", "-c", "sh -c 'echo $$' & exec sleep 600").start();
        try {
            long child = Long.parseLong(parent.inputReader().readLine());
            Path stat = Path.of("/proc/" + child + "/stat");
            while (!Files.readString(stat).contains(") Z ")) {
                Thread.onSpinWait();
            }
            assertThat(ProcessIdentity.running(child)).isEmpty();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void isNobodyWhereNothingWholeIsWritten() throws Exception {
        assertThat(ProcessIdentity.recorded(file, HERE)).isEmpty();
        for (String text : new String[] {"", boot, boot + "\n", boot + "12", boot + "x (y) S 1", "a\nb\n" + HERE}) {
            Files.writeString(file, text);
            assertThat(ProcessIdentity.recorded(file, HERE)).as(text).isEmpty();
        }
    }
}
