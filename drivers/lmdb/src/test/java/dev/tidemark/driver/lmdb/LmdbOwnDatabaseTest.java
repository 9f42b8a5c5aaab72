package dev.tidemark.driver.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.driver.contract.Bytes;
import dev.tidemark.driver.contract.OwnDatabaseContract;
import org.junit.jupiter.api.Test;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/** Named databases of the user's in a folder, and a single one in a file. */
class LmdbOwnDatabaseTest extends OwnDatabaseContract {

    LmdbOwnDatabaseTest() {
        super(new LmdbDriver(), "named-database", "lock.mdb", "database: there is no file ");
    }

    @Override
    protected Path make(Path folder) throws Exception {
        Files.createDirectories(folder);
        try (Env<ByteBuffer> env = Env.create().setMaxDbs(3).setMapSize(10 << 20).open(folder.toFile())) {
            fill(env, env.openDbi("users", DbiFlags.MDB_CREATE));
            env.openDbi("several", DbiFlags.MDB_CREATE, DbiFlags.MDB_DUPSORT);
            env.openDbi("empty", DbiFlags.MDB_CREATE);
        }
        return folder;
    }

    private static void fill(Env<ByteBuffer> env, Dbi<ByteBuffer> database) {
        try (Txn<ByteBuffer> write = env.txnWrite()) {
            for (int n = 0; n < KEYS; n++) {
                database.put(write, Bytes.direct(key(n)), Bytes.direct(value(n)));
            }
            write.commit();
        }
    }

    @Test
    void aSingleDatabaseInAFileIsReadAndCopied() throws Exception {
        Path file = directory.resolve("one.mdb");
        try (Env<ByteBuffer> env = Env.create().setMapSize(10 << 20).open(file.toFile(), EnvFlags.MDB_NOSUBDIR)) {
            fill(env, env.openDbi((byte[]) null));
        }
        byte[] bytes = Files.readAllBytes(file);
        for (String access : List.of("copy", "read-only")) {
            try (KeyspaceTarget target = on(file, "named-database", "none", "database-access", access)) {
                target.requireFound(KEYS);
                target.create();
                assertThat(target.found(KEYS, Progress.none()).orElseThrow().get(0))
                        .isEqualTo(key(0).getBytes(StandardCharsets.UTF_8));
                target.drop();
            }
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
        refused("is no LMDB environment", Files.writeString(directory.resolve("text"), "LMDB?".repeat(1000)));
    }

    @Test
    void whatCannotBeMeasuredOfItIsSaid() throws Exception {
        refused("named-database: " + theirs + " has databases with names; name one: empty, several, users", theirs,
                "named-database", "none");
        refused("has no database user (did you mean 'users'?)", theirs, "named-database", "user");
        refused("keeps several values under a key (MDB_DUPSORT)", theirs, "named-database", "several");
        try (KeyspaceTarget target = on(theirs, "named-database", "empty")) {
            assertThatThrownBy(() -> target.requireFound(1))
                    .hasMessageStartingWith("database: there are no keys in " + theirs);
        }
    }
}
