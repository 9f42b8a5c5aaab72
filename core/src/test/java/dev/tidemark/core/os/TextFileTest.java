package dev.tidemark.core.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A text is the same one, whatever a program put in front of it and around it. */
class TextFileTest {

    private static final String TEXT = "blue whale\nZürich – Ωmega\n";
    private static final long MOST = 1 << 20;

    @TempDir
    private Path folder;

    private Path file(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("file"), bytes);
    }

    private static List<String> lines(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        try (TextFile.Lines in = TextFile.lines(file, MOST)) {
            for (String line = in.next(); line != null; line = in.next()) {
                lines.add(line);
            }
        }
        return lines;
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    /** To open a pipe would wait for somebody to write into it, and a device may have no end. */
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void whatIsNoFileIsNotOpened() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        for (Path none : List.of(pipe, Path.of("/dev/zero"))) {
            assertThatThrownBy(() -> TextFile.read(none, MOST)).isInstanceOf(TextFile.UnreadableException.class)
                    .hasMessage("is no file, but a device, a pipe or a socket");
            assertThatThrownBy(() -> TextFile.lines(none, MOST)).isInstanceOf(TextFile.UnreadableException.class);
            assertThatThrownBy(() -> TextFile.isZip(none)).isInstanceOf(TextFile.UnreadableException.class);
        }
    }

    /** A few kilobytes may unpack to gigabytes without an end of a line. */
    @Test
    void aLineIsOnlySoLong() throws IOException {
        Path file = file(packed(("short\n" + "x".repeat(100_000) + "\nshort\n").getBytes(StandardCharsets.UTF_8)));
        try (TextFile.Lines in = TextFile.lines(file, MOST, 100_000)) {
            assertThat(in.next()).isEqualTo("short");
            assertThat(in.next()).hasSize(100_000);
            assertThat(in.next()).isEqualTo("short");
        }
        try (TextFile.Lines in = TextFile.lines(file, MOST, 99_999)) {
            assertThatThrownBy(() -> {
                while (in.next() != null) {
                    // until it is too long
                }
            }).isInstanceOf(TextFile.UnreadableException.class).hasMessage("has a line of more than 99999 bytes");
        }
    }

    @Test
    void marksAndEncodingsArePassedOver() throws IOException {
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            byte[] marked = ("\uFEFF" + TEXT).getBytes(charset);
            for (byte[] bytes : List.of(marked, packed(marked))) {
                assertThat(TextFile.read(file(bytes), MOST)).isEqualTo(TEXT);
                assertThat(lines(file(bytes))).containsExactly("blue whale", "Zürich – Ωmega");
            }
        }
        assertThat(TextFile.read(file(TEXT.getBytes(StandardCharsets.UTF_8)), MOST)).isEqualTo(TEXT);
        assertThat(lines(file("a\r\nb\rc".getBytes(StandardCharsets.UTF_8)))).containsExactly("a", "b", "c");
        assertThat(lines(file(new byte[0]))).isEmpty();
        assertThat(TextFile.read(file(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}), MOST)).isEmpty();
    }

    /** One line of another program's encoding makes no other lines unreadable. */
    @Test
    void aLineThatIsNoUtf8IsWestern() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("caf\u00e9 \u20ac5\n".getBytes(Charset.forName("windows-1252")));
        bytes.writeBytes(("caf\u00e9\n" + "x".repeat(300_000)).getBytes(StandardCharsets.UTF_8));
        assertThat(lines(file(bytes.toByteArray()))).containsExactly("caf\u00e9 \u20ac5", "caf\u00e9", "x".repeat(300_000));
        assertThatThrownBy(() -> TextFile.read(folder.resolve("file"), MOST))
                .isInstanceOf(TextFile.UnreadableException.class).hasMessage("is not text in UTF-8");
    }

    private void refused(byte[] bytes, String why) throws IOException {
        Path file = file(bytes);
        assertThatThrownBy(() -> TextFile.read(file, MOST)).isInstanceOf(TextFile.UnreadableException.class)
                .hasMessage(why);
        assertThatThrownBy(() -> lines(file)).isInstanceOf(TextFile.UnreadableException.class).hasMessage(why);
    }

    @Test
    void whatIsNoTextIsNamed() throws IOException {
        refused("a\0b".getBytes(StandardCharsets.UTF_8), "is not text: it has zero bytes");
        refused("ab".getBytes(StandardCharsets.UTF_16LE), "is not text: it has zero bytes");
        refused("PK\3\4rest".getBytes(StandardCharsets.UTF_8), "is a zip file, not text");
        refused(new byte[] {(byte) 0x28, (byte) 0xb5, (byte) 0x2f, (byte) 0xfd, 1}, "is packed by zstd, not text");
        refused("BZh9".getBytes(StandardCharsets.UTF_8), "is packed by bzip2, not text");
        refused("x".repeat((int) MOST + 1).getBytes(StandardCharsets.UTF_8), "is larger than 1 MiB");
        byte[] whole = packed("x\n".repeat(1000).getBytes(StandardCharsets.UTF_8));
        refused(Arrays.copyOf(whole, whole.length - 9), "is packed by gzip, and damaged or cut off");
        refused(new byte[] {0x1f, (byte) 0x8b, 8, 3, 1}, "is packed by gzip, and damaged or cut off");
        refused(packed("x".repeat((int) MOST + 1).getBytes(StandardCharsets.UTF_8)), "is larger than 1 MiB");
    }

    @Test
    void aZipIsKnownByItsFirstBytes() throws IOException {
        assertThat(TextFile.isZip(file(new byte[] {'P', 'K', 3, 4, 0}))).isTrue();
        assertThat(TextFile.isZip(file(new byte[] {'P', 'K', 5, 6}))).isTrue();
        assertThat(TextFile.isZip(file("PKW\n".getBytes(StandardCharsets.UTF_8)))).isFalse();
        assertThat(TextFile.isZip(file(new byte[0]))).isFalse();
    }
}
