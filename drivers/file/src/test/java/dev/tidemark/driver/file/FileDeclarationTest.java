package dev.tidemark.driver.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileDeclarationTest {

    @Test
    void isFoundByName() {
        assertThat(Drivers.named("file")).isInstanceOf(FileDriver.class);
        assertThat(Drivers.named("file").capabilities()).contains(Capability.KEYSPACES);
    }

    @Test
    void everyParamHasHelpAndParsesWhatItPrints() {
        for (Param<?> param : FileParams.ALL.all()) {
            assertThat(param.help()).as(param.name()).endsWith(".");
            String text = FileParams.ALL.defaults().texts().get(param.name());
            assertThat(FileParams.ALL.defaults().with(param.name(), text, SettingOrigin.SET).texts())
                    .containsEntry(param.name(), text);
        }
    }

    @ParameterizedTest
    @CsvSource({"block-size,1000B,not a multiple of a sector", "destroy-data,true,nothing to destroy"})
    void whatMakesNoSenseIsRefusedByName(String name, String text, String why) {
        Values values = FileParams.ALL.defaults().with(name, text, SettingOrigin.SET);
        assertThatThrownBy(() -> FileParams.ALL.check(values)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(name + ": ").hasMessageContaining(why).hasMessageNotContaining("\n");
    }

    @Test
    void anExistingFileIsOnlyReadUnlessItMayBeDestroyed() {
        FileDriver driver = new FileDriver();
        Values own = FileParams.ALL.defaults();
        Values existing = own.with("file", "/a/file", SettingOrigin.SET);
        assertThat(driver.onlyReads(own)).isFalse();
        assertThat(driver.onlyReads(existing)).isTrue();
        assertThat(driver.onlyReads(existing.with("destroy-data", "true", SettingOrigin.SET))).isFalse();
        assertThatThrownBy(() -> FileParams.ALL.check(existing.with("directory", "/a", SettingOrigin.SET)))
                .isInstanceOf(InvalidInputException.class).hasMessageStartingWith("directory: nothing is made beside");
    }
}
