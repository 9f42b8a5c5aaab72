package dev.tidemark.rig.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.CommandRunner;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.ServerPlace;
import dev.tidemark.driver.contract.MountedDisk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The files of a pair, whose programs are not carried out. */
@EnabledOnOs(OS.LINUX)
class PrimaryAndStandbyTest {

    private static final String CLUSTER = "cluster-18";

    @RegisterExtension
    final MountedDisk disk = new MountedDisk();

    @TempDir
    private Path folder;

    private final List<String> carriedOut = new ArrayList<>();
    private final CommandRunner commands = words -> carriedOut.add(words.getLast());
    private PrimaryAndStandby pair;

    @BeforeEach
    void make() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "secret\n");
        pair = new PrimaryAndStandby(new ServerPlace(folder, folder, password, 15_000, Optional.empty()), CLUSTER);
    }

    private Path data(int number) {
        return folder.resolve("pair/node-" + number).resolve(CLUSTER);
    }

    private void prepare(String connections, CommandRunner running) throws Exception {
        Values values = PostgresParams.ALL.defaults().with("standby", "asynchronous", SettingOrigin.SET)
                .with("max-connections", connections, SettingOrigin.SET);
        pair.prepare(values, running, made -> {
            Files.createDirectory(made);
            Files.writeString(made.resolve("postgresql.conf"),
                    "#port = 5432\nmax_connections = 100\t\t\t# (change requires restart)\n");
        });
    }

    private List<String> carriedOut(String connections) throws Exception {
        carriedOut.clear();
        prepare(connections, commands);
        return carriedOut;
    }

    /** Else the standby ends at once, and says so in the log alone. */
    @Test
    void thePrimaryTakesNoteOfFewerConnectionsBeforeItIsCopied() throws Exception {
        assertThat(carriedOut("17")).as("of a hundred").containsExactly("start", "stop");
        assertThat(carriedOut("17")).isEmpty();
        assertThat(carriedOut("18")).isEmpty();
        assertThat(carriedOut("16")).containsExactly("start", "stop");
    }

    @Test
    void asManyAsThereWereAreNoReasonToStartIt() throws Exception {
        assertThat(carriedOut("100")).isEmpty();
        assertThat(data(2).resolve("standby.signal")).exists();
    }

    @Test
    void whatDidNotComeToAnEndIsDoneAtTheNextStart() throws Exception {
        assertThatThrownBy(() -> prepare("17", words -> {
            throw new RigException("killed");
        })).hasMessage("killed");
        assertThat(carriedOut("17")).containsExactly("start", "stop");
        assertThat(carriedOut("17")).isEmpty();
    }

    @Test
    void aStandbyThatWasPromotedIsWhatThePrimaryGoesOnFrom() throws Exception {
        prepare("100", commands);
        Files.delete(data(2).resolve("standby.signal"));
        Files.writeString(data(2).resolve("stored"), "since");
        prepare("100", commands);
        assertThat(data(1).resolve("stored")).hasContent("since");
        assertThat(data(2).resolve("stored")).hasContent("since");
        assertThat(data(2).resolve("standby.signal")).exists();
    }

    /** Without the file that tells it from one that was promoted, it would be taken for one. */
    @Test
    void aStandbyThatIsDeletedInPartDoesNotKeepItsName() throws Exception {
        prepare("100", commands);
        disk.mount(data(2), "tmpfs", "size=1m"); // of which the folder cannot be deleted
        try {
            assertThatThrownBy(() -> prepare("100", commands)).isInstanceOf(FileSystemException.class);
            assertThat(data(2)).doesNotExist();
        } finally {
            Path aside = data(2).resolveSibling(CLUSTER + ".new");
            if (Files.exists(aside)) {
                Files.move(aside, data(2)); // where it is unmounted
            }
        }
    }
}
