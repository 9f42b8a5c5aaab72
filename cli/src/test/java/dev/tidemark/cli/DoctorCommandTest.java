package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import module java.sql;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.testing.ByTurns;
import dev.tidemark.testing.Thorough;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark doctor} on real targets, from the command line through the runner. */
@Timeout(600)
class DoctorCommandTest {

    @TempDir
    private Path folder;

    private Program program;
    private Postgres postgres;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void stop() {
        if (postgres != null) {
            postgres.stop();
        }
        program.close();
    }

    /** Results by name. */
    private static Map<String, String> results(Ran ran) {
        List<List<String>> table = ran.table();
        assertThat(table.getFirst()).containsExactly("kind", "name", "result", "text");
        return table.stream().filter(row -> row.getFirst().equals("trial"))
                .collect(Collectors.toMap(row -> row.get(1), row -> row.get(2)));
    }

    private static String said(Ran ran, String name) {
        return ran.table().stream().filter(row -> row.size() > 3 && row.get(1).equals(name)).map(row -> row.get(3))
                .findFirst().orElse("");
    }

    @Test
    void anEmbeddedEngineIsTriedInAFolderOfItsOwn() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        Files.writeString(disk.resolve("letters.txt"), "dear");
        program.run("target", "add", "there", "--driver", "sqlite", "--directory", disk.toString()).ok();
        Ran ran = program.run("doctor", "--target", "there").ok();
        assertThat(results(ran)).hasSize(Capability.values().length + 3).containsEntry("connect", "works")
                .containsEntry("key-values", "works").containsEntry("walk", "works").containsEntry("drop", "works")
                .containsEntry("document-writer", "not-offered").doesNotContainValue("refused");
        assertThat(ran.err()).contains("works").hasLineCount(1);
        assertThat(disk).isDirectoryContaining("glob:**letters.txt").satisfies(d -> assertThat(d.toFile().list())
                .hasSize(1));
    }

    @Test
    void anIndexOfOthersIsLookedAtAndNothingIsMadeThere() throws Exception {
        Path index = folder.resolve("books");
        try (IndexWriter writer = new IndexWriter(FSDirectory.open(index), new IndexWriterConfig())) {
            Document book = new Document();
            book.add(new TextField("body", "Call me Ishmael", Field.Store.NO));
            writer.addDocument(book);
        }
        Files.delete(index.resolve("write.lock"));
        List<String> before = List.of(index.toFile().list());
        Ran ran = program.run("doctor", "--target", "lucene", "--index", index.toString()).ok();
        assertThat(results(ran)).containsEntry("connect", "works").containsEntry("search", "works")
                .containsEntry("create", "not-tried").containsEntry("drop", "not-tried");
        assertThat(said(ran, "search")).startsWith("*:* finds 1; segments_1 (");
        assertThat(said(ran, "index-fields")).isEqualTo("body (text)");
        assertThat(index.toFile().list()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(program.refused("doctor", "--target", "lucene", "--inedx", "x")).contains("--inedx");
        assertThat(program.refused("doctor", "--target", "sqlite", "--index", "x")).contains("index");
    }

    /** What the label has kept is there afterwards, too. */
    @Test
    void aFieldThatAnIndexHasNotIsRefusedBeforeAnythingIsLost() throws Exception {
        Path index = folder.resolve("books");
        try (IndexWriter writer = new IndexWriter(FSDirectory.open(index), new IndexWriterConfig())) {
            Document book = new Document();
            book.add(new TextField("body", "Call me Ishmael", Field.Store.NO));
            writer.addDocument(book);
        }
        program.run("ingest", "--documents", "20", "--warm-up", "none", "--label", "kept").ok();
        Path template = Files.writeString(folder.resolve("asked.txt"), "\\set word term('boddy', 'frequent')\n"
                + "body::word");
        Ran ran = program.run("query", "--index", index.toString(), "--query-template", template.toString(),
                "--queries", "5", "--label", "kept");
        assertThat(ran.status()).as(ran.err()).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(ran.err()).contains("did you mean 'body'?");
        program.run("export-content", "kept", "--to", folder.resolve("out").toString()).ok();
    }

    @Test
    void whatCannotBeTriedIsRefusedInOneLine() {
        assertThat(program.refused("doctor", "--target", "sqlit"))
                .isEqualTo("no target 'sqlit'");
        assertThat(program.refused("doctor")).contains("--target");
        assertThat(program.refused("target", "add", "odd", "--driver", "postgres", "--address", "nowhere"))
                .isEqualTo("target add: address: 'nowhere' is no address; write host:port");
        program.run("target", "add", "unset", "--driver", "postgres", "--password", "env:NOT_SET_ANYWHERE").ok();
        assertThat(program.refused("doctor", "--target", "unset"))
                .isEqualTo("target unset: the environment variable NOT_SET_ANYWHERE is not set");
    }

    @Test
    void aServerThatIsNotThereEndsWithThree() {
        for (String driver : List.of("postgres", "redis")) {
            program.run("target", "add", "gone-" + driver, "--driver", driver, "--address", "127.0.0.1:1").ok();
            Ran ran = program.run("doctor", "--target", "gone-" + driver);
            assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
            assertThat(results(ran)).containsEntry("connect", "broken").containsEntry("key-values", "not-tried");
            assertThat(said(ran, "connect")).startsWith("no connection to 127.0.0.1:1: ");
            assertThat(ran.err()).isEqualTo("1 thing does not work on gone-" + driver + ": connect.\n");
        }
    }

    @ByTurns(days = 6, heldBy = {"DoctorCommandTest.anEmbeddedEngineIsTriedInAFolderOfItsOwn", "RedisTargetTest"})
    @Test
    void redisSaysWhatNeedsASettingOrAFile() {
        program.run("rig", "start", "redis").ok();
        try {
            Ran ran = program.run("doctor", "--target", "redis").ok();
            assertThat(results(ran)).containsEntry("scan", "not-offered").containsEntry("async-keyspaces", "works")
                    .containsEntry("compact", "works").containsEntry("walk", "not-offered");
            assertThat(said(ran, "scan")).contains("make it with ordered-keys: true");
            assertThat(said(ran, "connect")).isEqualTo("Redis 7.0.15");
            assertThat(said(ran, "server-appendonly")).isEqualTo("yes");
        } finally {
            program.run("rig", "stop", "redis").ok();
        }
    }

    @ByTurns(days = 10, heldBy = "DoctorCommandTest.anIndexOfOthersIsLookedAtAndNothingIsMadeThere")
    @Test
    void aUsersDatabaseIsTriedAndLeftAsItWas() throws Exception {
        postgres = Postgres.shared(program);
        postgres.fillWithOthers();
        List<String> before = postgres.digest();
        Ran ran = program.run("doctor", "--target", "postgres").ok();
        assertThat(results(ran)).containsEntry("compact", "works").containsEntry("snapshot", "not-offered");
        assertThat(said(ran, "connect")).startsWith("PostgreSQL 18.6");
        assertThat(said(ran, "server-fsync")).isEqualTo("on");
        assertThat(postgres.digest()).isEqualTo(before);
        Ran json = program.run("doctor", "--target", "postgres", "--json").ok();
        assertThat(json.out()).contains("\"format\" : \"tidemark-doctor\"", "\"works\" : true", "\"server-fsync\"")
                .doesNotContain(postgres.password());
        postgres.execute("CREATE SCHEMA tidemark_doctor", "CREATE TABLE tidemark_doctor.keyspace_0 (k bytea, v bytea)");
        before = postgres.digest();
        Ran taken = program.run("doctor", "--target", "postgres");
        assertThat(taken.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(said(taken, "create")).contains("was not made by Tidemark");
        assertThat(postgres.digest()).isEqualTo(before);
    }

    @Test
    void whatTheServerRefusesIsToldInItsWords() throws Exception {
        postgres = Postgres.shared(program);
        postgres.execute("CREATE ROLE poor LOGIN PASSWORD 'of the poor'");
        List<String> before = postgres.digest();
        postgres.target("wrong", "--password", postgres.secret("wrong", "wrong password"));
        postgres.target("nowhere", "--database", "nowhere");
        postgres.target("poor", "--user", "poor", "--password", postgres.secret("poor", "of the poor"));
        postgres.target("encrypted", "--tls", "true");
        requireRefused("wrong", "connect", "FATAL: password authentication failed for user \"tidemark\"");
        requireRefused("nowhere", "connect", "FATAL: database \"nowhere\" does not exist");
        requireRefused("poor", "create", "permission denied for database " + postgres.database());
        requireRefused("encrypted", "connect", "The server does not support SSL.");
        assertThat(postgres.digest()).isEqualTo(before);
    }

    @ByTurns(days = 6, heldBy = {"StatementsOfOnesOwnTest", "DoctorCommandTest.anIndexOfOthersIsLookedAtAndNothingIsMadeThere"})
    @Test
    void statementsOfOnesOwnAreReadAndNothingIsMade() throws Exception {
        postgres = Postgres.shared(program);
        postgres.execute("CREATE ROLE poor LOGIN PASSWORD 'of the poor'", "CREATE TABLE prices (id int, price int)",
                "GRANT SELECT ON prices TO poor");
        postgres.target("poor", "--user", "poor", "--password", postgres.secret("poor", "of the poor"));
        Path read = Files.writeString(folder.resolve("read.sql"), "\\set id random(1, 9)\nSELECT price FROM prices\n  WHERE id = :id;");
        Path both = Files.writeString(folder.resolve("both.sql"), "SELECT 1;\nINSERT INTO prices VALUES (1, 2);");
        List<String> before = postgres.digest();
        Ran reads = program.run("doctor", "--target", "poor", "--script", read.toString()).ok();
        assertThat(results(reads)).isEqualTo(Map.of("connect", "works", "script read.sql line 2", "works"));
        Ran lacks = program.run("doctor", "--target", "poor", "--script", read + ";" + both);
        assertThat(lacks.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(results(lacks)).containsEntry("script both.sql line 1", "works")
                .containsEntry("script both.sql line 2", "refused");
        assertThat(said(lacks, "script both.sql line 2")).contains("permission denied for table prices");
        assertThat(postgres.digest()).isEqualTo(before);
        assertThat(program.refused("doctor", "--target", "poor", "--script", "tpcb-like")).contains("built-in scripts");
        assertThat(program.refused("doctor", "--target", "poor", "--script", "nowhere.sql")).contains("nowhere.sql");
    }

    private void requireRefused(String target, String step, String message) {
        Ran ran = program.run("doctor", "--target", target);
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(results(ran)).containsEntry(step, "refused").containsEntry("key-values", "not-tried");
        assertThat(said(ran, step)).contains(message).doesNotContain("wrong password", "of the poor");
        assertThat(ran.err()).isEqualTo("1 thing does not work on " + target + ": " + step + ".\n");
    }

    @Thorough("a server of its own; PostgresTlsTest has which certificates are taken")
    @Test
    void anEncryptedServerIsCheckedUnlessSomebodySaysOtherwise() throws Exception {
        postgres = Postgres.started(program, "--tls", "true");
        program.run("doctor", "--target", "postgres").ok();
        postgres.target("unknown", "--tls", "true");
        requireRefused("unknown", "connect", "PKIX path building failed");
        postgres.target("careless", "--tls", "true", "--insecure", "true");
        program.run("doctor", "--target", "careless").ok();
    }

    /** Making the table of an index waits while the test holds a lock. */
    private void makeIndexesWait() throws Exception {
        postgres.execute("CREATE FUNCTION public.wait() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN "
                + "IF EXISTS (SELECT 1 FROM pg_event_trigger_ddl_commands() WHERE object_identity LIKE "
                + "'tidemark_doctor.index%') THEN PERFORM pg_advisory_lock(42); END IF; END $$",
                "CREATE EVENT TRIGGER wait ON ddl_command_end EXECUTE FUNCTION public.wait()");
    }

    @Test
    void aStatementThatNeverReturnsIsBrokenAndTheRestGoesOn() throws Exception {
        postgres = Postgres.shared(program);
        makeIndexesWait();
        postgres.target("impatient", "--operation-timeout", "3s"); // all others are to be in time
        try (Connection holder = postgres.connect(); Statement lock = holder.createStatement()) {
            lock.execute("SELECT pg_advisory_lock(42)");
            Ran ran = program.run("doctor", "--target", "impatient");
            assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
            assertThat(results(ran)).containsEntry("index", "broken").containsEntry("scan", "works")
                    .containsEntry("drop", "works");
            assertThat(said(ran, "index")).startsWith("no answer from 127.0.0.1:").contains(" in time");
        }
        assertThat(postgres.hasSchema("tidemark_doctor")).isFalse();
    }

    @Thorough("a process of its own; WorkbenchTest has the doctor stopped")
    @Test
    void ctrlCEndsItAndNothingIsLeft() throws Exception {
        postgres = Postgres.shared(program);
        makeIndexesWait();
        try (Connection holder = postgres.connect(); Statement lock = holder.createStatement()) {
            lock.execute("SELECT pg_advisory_lock(42)");
            Process doctor = program.start(program.command("doctor", "--target", "postgres"));
            Program.await("the server's waiting", () -> isSomebodyWaiting() || !doctor.isAlive());
            assertThat(postgres.hasSchema("tidemark_doctor")).isTrue();
            new ProcessBuilder("kill", Program.interruptsAreIgnored() ? "-TERM" : "-INT", String.valueOf(doctor.pid())).start().waitFor();
            Ran ran = program.finish(doctor);
            assertThat(ran.status()).as(ran.err()).isEqualTo(ExitStatus.INTERRUPTED);
            assertThat(results(ran)).containsEntry("head", "works").containsEntry("index", "not-tried");
        }
        assertThat(postgres.hasSchema("tidemark_doctor")).isFalse();
    }

    private boolean isSomebodyWaiting() {
        try {
            return !postgres.texts("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted").isEmpty();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The runner ends at once with it; what it made carries our mark, under a name that stays the same. */
    @Thorough("a process of its own; BrokenOffTest has one killed, and the drivers' tests a namespace taken over")
    @Test
    void whatADoctorThatWasKilledLeftTheNextOneRemoves() throws Exception {
        postgres = Postgres.shared(program);
        makeIndexesWait();
        try (Connection holder = postgres.connect(); Statement lock = holder.createStatement()) {
            lock.execute("SELECT pg_advisory_lock(42)");
            Process doctor = program.start(program.command("doctor", "--target", "postgres"));
            Program.await("the server's waiting", () -> isSomebodyWaiting() || !doctor.isAlive());
            doctor.destroyForcibly().waitFor();
            assertThat(postgres.hasSchema("tidemark_doctor")).isTrue();
            postgres.execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
                    + "WHERE application_name = 'tidemark'", "DROP EVENT TRIGGER wait");
        }
        program.run("doctor", "--target", "postgres").ok();
        assertThat(postgres.hasSchema("tidemark_doctor")).isFalse();
    }
}
