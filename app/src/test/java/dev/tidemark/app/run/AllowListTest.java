package dev.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.param.SecretRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server lets its users reach. */
class AllowListTest {

    @TempDir
    private Path folder;

    private static AllowList folders(Path... folders) {
        return new AllowList(false, List.of(), List.of(folders), List.of(), List.of(), List.of(), List.of(), Set.of());
    }

    private static AllowList addresses(String... addresses) {
        return new AllowList(false, List.of(), List.of(), List.of(addresses), List.of(), List.of(), List.of(), Set.of());
    }

    private static AllowList secrets(Set<SecretRef> kept, String... secrets) {
        return new AllowList(false, List.of(), List.of(), List.of(),
                Stream.of(secrets).map(SecretRef::parse).toList(), List.of(), List.of(), kept);
    }

    private static boolean allows(AllowList allowed, Reach reach, String what) {
        try {
            allowed.check(new Reached(reach, "setting", what));
            return true;
        } catch (InvalidInputException e) {
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource({"COMMAND, id, --allow-commands", "JAR, /a.jar, --allow-jars /a.jar", "CODE, jdbc:x:y, --allow-jars",
        "SCRIPT, SELECT 1, --allow-commands", "STATEMENT, CALL X(), --allow-jars", "FILE, /dev/sdx, --allow-device /dev/sdx",
        "FILE, /etc/passwd, --allow-folder /etc/passwd", "FOLDER, '/a b', --allow-folder '/a b'",
        "DEVICE, /dev/sdx, --allow-device /dev/sdx", "SECRET, env:A, --allow-secrets env:A",
        "ADDRESS, db1:5432, --allow-address db1:5432", "UNDECLARED, x, --allow-jars"})
    void nothingIsAllowedUnlessItIsSaidAndTheRefusalSaysHow(Reach reach, String what, String option) {
        assertThatThrownBy(() -> AllowList.NOTHING.check(new Reached(reach, "setting", what)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("setting: this server may not").hasMessageContaining(option);
    }

    @Test
    void everyKindOfReachIsEitherJudgedOrHarmless() {
        for (Reach reach : Reach.values()) {
            // Who may connect may do so openly; but with that a target is another.
            assertThat(allows(AllowList.NOTHING, reach, "env:x")).as(reach.name())
                    .isEqualTo(!AllowList.concerns(reach) || reach == Reach.EXPOSURE);
        }
    }

    @Test
    void theServersOwnSecretIsNoFileOfOthersEither() throws IOException {
        Path own = Files.writeString(Files.createDirectories(folder.resolve("in/own")).resolve("smtp"), "secret");
        Files.createSymbolicLink(folder.resolve("in/link"), own);
        AllowList in = new AllowList(false, List.of(), List.of(folder.resolve("in")), List.of(), List.of(), List.of(),
                List.of(), Set.of(SecretRef.parse("file:" + own), SecretRef.parse("env:SMTP")));
        assertThat(Stream.of("in/own/smtp", "in/link", "in/own/../own/smtp", "in/own", "in"))
                .noneMatch(p -> allows(in, Reach.FILE, folder.resolve(p).toString())
                        || allows(in, Reach.FOLDER, folder.resolve(p).toString()));
        assertThat(Stream.of("in/other", "in/own/smtp.txt", "in/ow"))
                .allMatch(p -> allows(in, Reach.FILE, folder.resolve(p).toString())
                        && allows(in, Reach.FOLDER, folder.resolve(p).toString()));
    }

    @Test
    void aFolderIsAllowedWithAllBelowItAndNoLinkLeadsOut() throws IOException {
        Path inside = Files.createDirectories(folder.resolve("in/deep"));
        Files.createSymbolicLink(folder.resolve("in/link"), Path.of("/etc"));
        AllowList in = folders(folder.resolve("in"));
        assertThat(Stream.of(inside, folder.resolve("in"), folder.resolve("in/not/there/yet")))
                .allMatch(p -> allows(in, Reach.FOLDER, p.toString()) && allows(in, Reach.FILE, p.toString()));
        Path sub = Files.createDirectories(folder.resolve("in/sub"));
        Files.createSymbolicLink(folder.resolve("in/deeper"), sub);
        Files.createSymbolicLink(folder.resolve("in/dangling"), folder.resolve("not-there"));
        Files.createSymbolicLink(folder.resolve("in/out"), Files.createDirectories(folder.resolve("a/b")));
        Files.createSymbolicLink(folder.resolve("in/loop"), folder.resolve("in/loop"));
        assertThat(allows(in, Reach.FILE, folder.resolve("in/deeper/x").toString())).as("a link within").isTrue();
        assertThat(Stream.of("in/out/../x", "in/dangling", "in/dangling/x", "in/deeper/../../x"))
                .noneMatch(p -> allows(in, Reach.FILE, folder.resolve(p).toString()));
        allows(in, Reach.FILE, folder.resolve("in/loop/x").toString()); // comes to an end
        assertThat(Stream.of("in/link/passwd", "in/../out", "inner", "in/link", "in/../in/link/x"))
                .noneMatch(p -> allows(in, Reach.FILE, folder.resolve(p).toString()));
    }

    @Test
    void anAddressIsAllowedAsItIsWrittenOrByItsRange() {
        assertThat(Stream.of("db1:5432", "DB1:5432")).allMatch(a -> allows(addresses("db1:5432"), Reach.ADDRESS, a));
        assertThat(Stream.of("db1:5433", "db10:5432", "db1.evil:5432"))
                .noneMatch(a -> allows(addresses("db1:5432"), Reach.ADDRESS, a));
        assertThat(Stream.of("db1:1", "db1:2")).allMatch(a -> allows(addresses("db1"), Reach.ADDRESS, a));
        assertThat(Stream.of("10.0.0.7:1", "10.0.0.255:2")).allMatch(a -> allows(addresses("10.0.0.0/24"), Reach.ADDRESS, a));
        assertThat(Stream.of("10.0.1.7:1", "167772167:1", "0x0a000007:1", "10.7:1", "localhost:1"))
                .noneMatch(a -> allows(addresses("10.0.0.0/24"), Reach.ADDRESS, a));
        assertThat(allows(addresses("127.0.0.1"), Reach.ADDRESS, "[::ffff:127.0.0.1]:1")).as("the same address").isTrue();
        assertThat(allows(addresses("fd00::/8"), Reach.ADDRESS, "[fd12::1]:5432")).isTrue();
        assertThat(Stream.of("any:1", "10.0.0.1:2", "[::1]:3")).allMatch(a -> allows(addresses("*"), Reach.ADDRESS, a));
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1/db?socketFactory=java.io.FileOutputStream&x=:18993", "a@b:1", "a b:1", "a#:1", "a\\b:1", ":1", "a:"})
    void whatAClientCouldTakeForMoreThanAHostIsNoAddress(String text) {
        assertThatThrownBy(() -> addresses("*").check(new Reached(Reach.ADDRESS, "address", text)))
                .hasMessageContaining("is no address; write host:port");
    }

    @ParameterizedTest
    @CsvSource({"a@b", "a b", "10.0.0.0/99", "db1:x", "http://db1", "''"})
    void whatIsNoAddressIsNotAllowedInSilence(String text) {
        assertThatThrownBy(() -> addresses(text)).hasMessageContaining("is no address; write it as");
    }

    @Test
    void secretsAreAllowedByTheBeginningOfTheirNamesOrByTheirFolderAndTheServersOwnNever() throws IOException {
        Path own = Files.writeString(folder.resolve("own"), "x");
        Files.createSymbolicLink(folder.resolve("linked"), own);
        AllowList some = secrets(Set.of(SecretRef.parse("env:DB_SMTP"), SecretRef.parse("file:" + own)), "env:DB_",
                "file:" + folder);
        assertThat(Stream.of("env:DB_A", "file:" + folder.resolve("a"), "prompt:anything"))
                .allMatch(s -> allows(some, Reach.SECRET, s));
        assertThat(Stream.of("env:HOME", "file:/etc/shadow", "env:DB_SMTP", "file:" + own,
                "file:" + folder.resolve("linked"), "file:" + folder.resolve("x/../own")))
                .noneMatch(s -> allows(some, Reach.SECRET, s));
    }

    /** It is allowed, or the server's own, with the file in which it stands. */
    @Test
    void anOptionOfAFileIsOfThatFile() throws IOException {
        Path own = Files.writeString(folder.resolve("own.cnf"), "[smtp]\npassword=x\n");
        AllowList some = secrets(Set.of(SecretRef.parse("file:" + own)), "file:" + folder);
        assertThat(allows(some, Reach.SECRET, "option-file:" + folder.resolve("my.cnf") + "#client.password")).isTrue();
        assertThat(Stream.of("option-file:/home/ada/.my.cnf#client.password", "option-file:" + own + "#smtp.password",
                "option-file:" + folder + "/../my.cnf#client.password", "option-file:" + folder,
                "option-file:/home/.my.cnf#a.b/../.." + folder + "/x#c"))
                .noneMatch(s -> allows(some, Reach.SECRET, s));
        AllowList one = secrets(Set.of(), "option-file:/home/ada/.my.cnf#client.password");
        assertThat(allows(one, Reach.SECRET, "option-file:/home/ada/.my.cnf#client.password")).isTrue();
        assertThat(Stream.of("option-file:/home/ada/.my.cnf#root.password", "file:/home/ada/.my.cnf"))
                .noneMatch(s -> allows(one, Reach.SECRET, s));
    }

    @Test
    void withAJarAllowedADriverMayBeToldWhatItWants() {
        AllowList jars = new AllowList(false, List.of(folder), List.of(), List.of(), List.of(), List.of(), List.of(), Set.of());
        assertThat(allows(jars, Reach.JAR, folder.resolve("a.jar").toString())).isTrue();
        assertThat(allows(jars, Reach.JAR, "/a.jar")).isFalse();
        assertThatCode(() -> jars.check(new Reached(Reach.CODE, "url", "jdbc:x:y"))).doesNotThrowAnyException();
    }

    @Test
    void aDeviceThatMayBeWrittenOverMayAlsoBeNamed() {
        AllowList device = new AllowList(false, List.of(), List.of(), List.of(), List.of(), List.of(Path.of("/dev/null")),
                List.of(), Set.of());
        assertThat(allows(device, Reach.FOLDER, "/dev/null") && allows(device, Reach.DEVICE, "/dev/null")).isTrue();
        assertThat(allows(device, Reach.FOLDER, "/dev/zero") || allows(device, Reach.DEVICE, "/dev/zero")).isFalse();
    }
}
