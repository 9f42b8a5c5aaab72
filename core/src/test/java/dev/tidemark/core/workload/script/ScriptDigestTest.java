package dev.tidemark.core.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a script is part of the setting, and decides what is known of its writes. */
class ScriptDigestTest {

    @TempDir
    private Path folder;

    private final ScriptWorkload workload = new ScriptWorkload();

    private Values with(String scripts) {
        return workload.effective(ScriptParams.ALL.defaults().with("script", scripts, SettingOrigin.VARY));
    }

    private static String script(Values values) {
        return values.text(ScriptParams.SCRIPT);
    }

    @Test
    void aFileHasTheDigestOfItsTextAndABuiltInOneNone() throws IOException {
        Path file = Files.writeString(folder.resolve("a.sql"), "abc"); // FIPS 180-2, B.1
        Values first = with(file + "@9;select-only");
        assertThat(script(first)).isEqualTo(file + "#ba7816bf@9;select-only");
        assertThat(first.origin(ScriptParams.SCRIPT)).isEqualTo(SettingOrigin.VARY);
        assertThat(workload.effective(first)).isEqualTo(first);
        assertThat(with(script(first))).isEqualTo(first);
        assertThat(workload.facts(first)).containsExactly(Setting.detected("script-text", "abc"));
        assertThat(ScriptParams.SCRIPT.reachedBy(first.get(ScriptParams.SCRIPT))).extracting("what")
                .containsExactly(file.toString());
        Files.writeString(file, "abd");
        assertThat(workload.effective(first)).as("what is meant stays what it is").isEqualTo(first);
        assertThatThrownBy(() -> ScriptSet.of(first)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("has changed: it holds #").hasMessageContaining("#ba7816bf is meant");
        Values second = with(file + "@9;select-only");
        assertThat(script(second)).isNotEqualTo(script(first));
        assertThat(ScriptWorkload.changed(List.of(script(second), script(first)),
                List.of(script(second)))).singleElement().asString()
                .startsWith(file + " has changed").contains("(#ba7816bf)");
        assertThat(ScriptWorkload.changed(List.of(file.toString()), List.of(script(second)))).as("results of before").isEmpty();
    }

    @Test
    void aTextAloneIsWhatIsDone() {
        Values values = workload.effective(ScriptParams.ALL.defaults().with("script-text", "SELECT 1;\nSELECT 2;",
                SettingOrigin.SET));
        assertThat(script(values)).matches("text#[0-9a-f]{8}");
        assertThat(workload.effective(values)).isEqualTo(values);
        assertThat(ScriptSet.of(values).operations()).singleElement().satisfies(o -> {
            assertThat(o.name()).isEqualTo("text");
            assertThat(o.text()).isEqualTo("SELECT 1;\nSELECT 2;");
        });
        assertThat(workload.facts(values)).as("it is a setting").isEmpty();
        assertThat(ScriptSet.names(List.of(script(values)), List.of("\\operation pay\nSELECT 1;"))).containsExactly("pay");
        assertThatThrownBy(() -> with("text")).hasMessageContaining("script: text needs script-text");
    }

    private Optional<Durability> durability(String text) {
        return workload.durability(workload.effective(ScriptParams.ALL.defaults().with("script-text", text,
                SettingOrigin.SET)), List.of(Durability.DURABLE), ScriptParams.ALL.defaults());
    }

    @ParameterizedTest
    @ValueSource(strings = {"SET LOCAL synchronous_commit TO off;", "select set_config('synchronous_commit', 'off', true);",
        "PRAGMA synchronous = OFF;", "PRAGMA main.journal_mode(MEMORY);", "SET GLOBAL innodb_flush_log_at_trx_commit = 2;",
        "COMMIT WRITE NOWAIT;", "COMMIT TRAN WITH (DELAYED_DURABILITY = ON);", "ALTER SYSTEM SET fsync = off;"})
    void whatAWriteSurvivesThatDecidesItItselfIsNotKnown(String statement) {
        assertThat(durability("INSERT INTO t VALUES (1);\n" + statement)).isEmpty();
        assertThat(durability("\\operation pay\nINSERT INTO t VALUES (1);\n\\connect\n" + statement)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHOW synchronous_commit;", "PRAGMA synchronous;", "COMMIT;", "SELECT 1 FROM t FOR UPDATE NOWAIT;"})
    void anyOtherHasTheClassOfItsTarget(String statement) {
        assertThat(durability("INSERT INTO t VALUES (1);\n" + statement)).contains(Durability.DURABLE);
    }
}
