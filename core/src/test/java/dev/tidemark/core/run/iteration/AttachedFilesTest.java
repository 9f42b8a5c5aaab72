package dev.tidemark.core.run.iteration;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachedFilesTest {

    private static final Values SET = ParamSet.of(Param.path("log").reaching(Reach.FILE).orElse("none"),
            Param.path("folder").reaching(Reach.FOLDER).orElse("none")).defaults();

    @TempDir
    private Path folder;

    private String digest(Path file) {
        return AttachedFiles.facts(SET.with("log", file.toString(), SettingOrigin.SET).with("folder", file.toString(),
                SettingOrigin.SET)).stream().map(Setting::toString).reduce("", String::concat);
    }

    @Test
    void aFileThatWasRewrittenHasAnotherDigest() throws IOException {
        Path file = Files.writeString(folder.resolve("a.log"), "abc");
        assertThat(AttachedFiles.facts(SET)).isEmpty();
        assertThat(AttachedFiles.facts(SET.with("log", file.toString(), SettingOrigin.SET))).containsExactly(
                new Setting("log-digest", "#ba7816bf", null, "", SettingOrigin.DETECTED)); // FIPS 180-2, B.1
        String before = digest(file);
        Files.writeString(file, "abd");
        assertThat(digest(file)).isNotEqualTo(before);
        assertThat(digest(folder.resolve("nowhere"))).isEmpty();
    }

    @Test
    void aLongOneIsKnownByItsLengthAndItsEnds() throws IOException {
        Path file = folder.resolve("vectors");
        try (RandomAccessFile grown = new RandomAccessFile(file.toFile(), "rw")) {
            grown.setLength(100L << 20); // takes no room
            String before = digest(file);
            grown.setLength((100L << 20) + 1);
            assertThat(digest(file)).isNotEqualTo(before);
            grown.setLength(100L << 20);
            assertThat(digest(file)).isEqualTo(before);
            grown.seek((100L << 20) - 1);
            grown.write(1);
            assertThat(digest(file)).isNotEqualTo(before);
        }
    }
}
