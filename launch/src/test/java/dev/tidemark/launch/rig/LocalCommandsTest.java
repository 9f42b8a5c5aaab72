package dev.tidemark.launch.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.rig.RigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class LocalCommandsTest {

    @TempDir
    private Path folder;

    @Test
    void failureSaysWhatTheCommandSaid() throws Exception {
        LocalCommands commands = new LocalCommands(folder, false);
        commands.run(List.of("true"));
        assertThatThrownBy(() -> commands.run(List.of("sh", "-c", "echo initdb: error: no room; echo bye; exit 1")))
                .isInstanceOf(RigException.class).hasMessage("initdb: error: no room");
        assertThatThrownBy(() -> commands.run(List.of("sh", "-c", "echo no luck >&2; exit 1")))
                .isInstanceOf(RigException.class).hasMessage("sh: no luck");
        assertThatThrownBy(() -> commands.run(List.of("false"))).isInstanceOf(RigException.class)
                .hasMessage("false ended with status 1");
        assertThatThrownBy(() -> commands.run(List.of("/no/such"))).isInstanceOf(RigException.class)
                .hasMessageStartingWith("such cannot be started");
    }

    @Test
    void serversInheritNothingSecret() throws Exception {
        ProcessBuilder builder = new LocalCommands(folder, false).process(List.of("true"));
        assertThat(builder.environment().keySet()).contains("PATH", "LC_ALL")
                .isSubsetOf("PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "LC_ALL", "TIDEMARK_RIG");
    }

    @Test
    void firstComplaintTellsMoreThanTheLastLine() {
        assertThat(LocalCommands.complaint("LOG: starting\nFATAL: no port\nLOG: is shut down\n"))
                .hasValue("FATAL: no port");
        assertThat(LocalCommands.complaint("INFO fine\n[ERROR] Fatal configuration error\norg.apache.NoPortException: "
                + "/127.0.0.1:7000 is in use\n\tat org.apache.Main\n"))
                .hasValue("[ERROR] Fatal configuration error: /127.0.0.1:7000 is in use");
        assertThat(LocalCommands.complaint("[ERROR] one\nand two: three\n")).hasValue("[ERROR] one");
        assertThat(LocalCommands.complaint("one\n two \n\n")).hasValue("two");
        assertThat(LocalCommands.complaint("\n")).isEmpty();
    }
}
