package dev.tidemark.core.driver.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is verified, the tests of the rigs show with servers. */
class TlsSettingsTest {

    @TempDir
    private Path folder;

    private static Values values(String... pairs) {
        Values values = TlsSettings.PARAMS.defaults();
        for (int i = 0; i < pairs.length; i += 2) {
            values = values.with(pairs[i], pairs[i + 1], SettingOrigin.SET);
        }
        return values;
    }

    @Test
    void verifiesUnlessToldNotTo() throws Exception {
        assertThat(TlsSettings.of(values())).isEmpty();
        TlsSettings usual = TlsSettings.of(values("tls", "true")).orElseThrow();
        assertThat(usual).isEqualTo(new TlsSettings(Optional.empty(), true));
        assertThat(usual.parameters().getEndpointIdentificationAlgorithm()).isEqualTo("HTTPS");
        assertThat(usual.context().getProtocol()).isEqualTo("TLS");
        TlsSettings insecure = TlsSettings.of(values("tls", "true", "insecure", "true")).orElseThrow();
        assertThat(insecure.parameters().getEndpointIdentificationAlgorithm()).isNull();
    }

    @Test
    void whatMeansNothingIsRefused() {
        assertThatThrownBy(() -> TlsSettings.PARAMS.check(values("insecure", "true")))
                .isInstanceOf(InvalidInputException.class).hasMessage("insecure: it means nothing without tls=true");
        assertThatThrownBy(() -> TlsSettings.PARAMS.check(values("tls-authority", "/a")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("tls-authority: it means nothing without tls=true");
    }

    @Test
    void fileWithoutACertificateIsNamed() throws Exception {
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> new TlsSettings(Optional.of(none), true).context())
                .isInstanceOf(DriverException.class).hasMessage("tls-authority: there is no file " + none);
        Path text = Files.writeString(folder.resolve("text"), "no certificate");
        assertThatThrownBy(() -> new TlsSettings(Optional.of(text), true).context())
                .isInstanceOf(DriverException.class).hasMessageStartingWith("tls-authority: " + text);
    }
}
