package dev.tidemark.core.param;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretRefTest {

    @TempDir
    private Path folder;

    private Path file(String text, String permissions) throws Exception {
        Path file = Files.writeString(folder.resolve("secret"), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }

    @Test
    void onlyWhereASecretIsIsEverWritten() {
        Param<SecretRef> password = Param.secret("password");
        assertThat(password.format(password.parse("env:DB_PASSWORD"))).isEqualTo("env:DB_PASSWORD");
        assertThat(password.format(password.parse(" file:/etc/db.pw "))).isEqualTo("file:/etc/db.pw");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hunter2hunter2", "hunter2:hunter2", "env:", "file: ", ""})
    void aSecretThatIsWrittenDownIsRefusedAndNotRepeated(String text) {
        assertThatThrownBy(() -> Param.secret("password").parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessage("password: a secret is not written down; say where it is, as in env:VARIABLE, file:PATH or "
                        + "prompt:WHAT");
    }

    @Test
    void aFileOfItsOwnerAloneIsReadWithoutItsLastLinesEnd() throws Exception {
        assertThat(SecretRef.parse("file:" + file("two words\n", "rw-------")).reveal()).isEqualTo("two words");
        assertThat(SecretRef.parse("file:" + file("as it is ", "r--------")).reveal()).isEqualTo("as it is ");
        assertThat(SecretRef.parse("file:" + file("\uFEFFtwo words\r\n", "rw-------")).reveal()).isEqualTo("two words");
    }

    @Test
    void anOptionOfAFileIsReadWhereItStands() throws Exception {
        String place = "option-file:" + file("[client]\nuser=a\npass_word = 'two words'\n", "rw-------");
        assertThat(SecretRef.parse(place + "#client.password").reveal()).isEqualTo("two words");
        assertThatThrownBy(() -> SecretRef.parse(place + "#client.other").reveal())
                .isInstanceOf(InvalidInputException.class).hasMessageEndingWith("there is no such option");
        assertThatThrownBy(() -> SecretRef.parse(place).reveal())
                .hasMessageEndingWith("write it as option-file:PATH#SECTION.OPTION");
        assertThatThrownBy(() -> SecretRef.parse("option-file:" + file("[a]\nb=c\n", "rw-r-----") + "#a.b").reveal())
                .hasMessageContaining("chmod 600");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
    void aFileThatOthersCanReachIsRefused(String permissions) throws Exception {
        SecretRef secretRef = SecretRef.parse("file:" + file("two words", permissions));
        assertThatThrownBy(secretRef::reveal).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("chmod 600").hasMessageNotContaining("two words");
    }

    @Test
    void whatIsToBeAskedForIsAskedForOnceAndPrintedNowhere() {
        Param<SecretRef> password = Param.secret("password").orElse("none");
        Param<SecretRef> token = Param.secret("token").orElse("none");
        ParamSet params = ParamSet.of(password, token);
        Values both = params.defaults().with("password", "prompt:db", SettingOrigin.SET)
                .with("token", "prompt:the token of ada", SettingOrigin.SET);
        List<String> asked = new ArrayList<>();
        SecretAnswers answers = SecretAnswers.asking(List.of(both, params.defaults(), both, params.defaults()
                .with("password", "env:HOME", SettingOrigin.SET)), what -> {
            asked.add(what);
            return "open sesame to " + what;
        });

        assertThat(asked).containsExactly("db", "the token of ada");
        assertThat(answers.reveal(both.get(password))).isEqualTo("open sesame to db");
        assertThat(answers.reveal(SecretRef.parse("env:HOME"))).isEqualTo(System.getenv("HOME"));
        assertThat(answers + "" + both.texts()).doesNotContain("sesame");
        assertThatThrownBy(() -> answers.reveal(SecretRef.parse("prompt:other")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("prompt:other: there is no terminal to prompt on; give the secret as env:VARIABLE or "
                + "file:PATH");
    }

    @Test
    void whatIsNotThereIsSaid() throws Exception {
        assertThatThrownBy(() -> SecretRef.parse("env:TIDEMARK_NOT_SET").reveal())
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("the environment variable TIDEMARK_NOT_SET is not set");
        assertThatThrownBy(() -> SecretRef.parse("file:" + folder.resolve("none")).reveal())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageEndingWith("the secret cannot be read from it");
        Path empty = file("\n", "rw-------");
        assertThatThrownBy(() -> SecretRef.parse("file:" + empty).reveal()).isInstanceOf(InvalidInputException.class)
                .hasMessage("the secret in file:" + empty + " is empty");
    }
}
