package dev.tidemark.driver.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.driver.contract.DeclarationContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileDeclarationTest extends DeclarationContract {

    private final FileDriver driver = new FileDriver();

    @Override
    protected Driver driver() {
        return driver;
    }

    @Test
    void itHoldsKeyspaces() {
        assertThat(driver.capabilities()).contains(Capability.KEYSPACES);
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
        Values own = FileParams.ALL.defaults();
        Values existing = own.with("file", "/a/file", SettingOrigin.SET);
        assertThat(driver.onlyReads(own)).isFalse();
        assertThat(driver.onlyReads(existing)).isTrue();
        assertThat(driver.onlyReads(existing.with("destroy-data", "true", SettingOrigin.SET))).isFalse();
        assertThatThrownBy(() -> FileParams.ALL.check(existing.with("directory", "/a", SettingOrigin.SET)))
                .isInstanceOf(InvalidInputException.class).hasMessageStartingWith("directory: nothing is made beside");
    }
}
