package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryDocumentsTest {

    @TempDir
    Path parent;

    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(parent.resolve("the source, 100%"));
    }

    @Test
    void everyFileIsOneDocumentInTheOrderOfTheirNames() throws IOException {
        write("b.txt", "second");
        write("a.txt", "first");
        write("c.txt", "");
        DirectoryDocuments documents = documents(false);
        assertThat(documents.count()).isEqualTo(3);
        assertThat(uris(documents)).containsExactly("/a.txt", "/b.txt", "/c.txt");
        assertThat(Bytes.text(documents, 0)).isEqualTo("first");
        assertThat(Bytes.text(documents, 1)).isEqualTo("second");
        assertThat(Bytes.text(documents, 2)).isEmpty();
    }

    @Test
    void anyFileNameMakesADistinctUriAndIsReadBack() throws IOException {
        List<String> names = List.of("a,b", "a b", "a%20b", "a+b", "-rf", "it's", "\"quoted\"", "what?copy=1", "a#b",
                "back\\slash", "new\nline", "tab\t", ".hidden", "~", "*", "...", "[x]", "a&b=c;d", "%", "%2F");
        assumeThat(File.separatorChar).isEqualTo('/');
        for (String name : names) {
            write(name, "content of " + name);
        }
        DirectoryDocuments documents = documents(false);
        assertThat(documents.count()).isEqualTo(names.size());
        assertThat(uris(documents)).doesNotHaveDuplicates()
                .allMatch(uri -> uri.matches("/[A-Za-z0-9._~%-]+"))
                .allMatch(uri -> names.contains(URI.create(uri).getPath().substring(1)))
                .contains("/a%2Cb", "/new%0Aline", "/%25");
        for (long n = 0; n < names.size(); n++) {
            String name = URI.create(Bytes.uri(documents, n)).getPath().substring(1);
            assertThat(Bytes.text(documents, n)).isEqualTo("content of " + name);
        }
    }

    /** Names are bytes; whatever they say, and whatever the locale, they come through. */
    @Test
    void namesOutsideAsciiAndOutsideUtf8KeepTheirBytes() throws IOException {
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
        for (String encoded : List.of("Z%C3%BCrich", "%E6%BD%AE", "latin-%FC", "bad-%FF%FE")) {
            Files.writeString(Path.of(URI.create(folder.toUri() + encoded)), encoded);
        }
        DirectoryDocuments documents = documents(false);
        assertThat(uris(documents)).containsExactly("/Z%C3%BCrich", "/bad-%FF%FE", "/latin-%FC", "/%E6%BD%AE");
        for (long n = 0; n < documents.count(); n++) {
            assertThat("/" + Bytes.text(documents, n)).isEqualTo(Bytes.uri(documents, n));
        }
    }

    @Test
    void subFoldersCountOnlyWhenAskedFor() throws IOException {
        write("top", "1");
        write("sub/one", "2");
        write("sub/deep/two", "3");
        assertThat(uris(documents(false))).containsExactly("/top");
        assertThat(uris(documents(true))).containsExactly("/sub/deep/two", "/sub/one", "/top");
    }

    @Test
    void symbolicLinksArePassedOver() throws IOException {
        assumeThat(File.separatorChar).isEqualTo('/');
        write("file", "1");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("file"));
        Files.createSymbolicLink(folder.resolve("loop"), folder);
        assertThat(uris(documents(true))).containsExactly("/file");
    }

    @Test
    void theyStartOverWhenMoreAreWanted() throws IOException {
        write("a", "A");
        write("b", "B");
        DirectoryDocuments documents = new DirectoryDocuments(Manifest.of(folder, false), 5);
        assertThat(uris(documents)).containsExactly("/a", "/b", "/a?copy=1", "/b?copy=1", "/a?copy=2");
        assertThat(Bytes.text(documents, 4)).isEqualTo("A");
    }

    @Test
    void theyGoOnWithoutEnd() throws IOException {
        write("a", "A");
        DirectoryDocuments documents = new DirectoryDocuments(Manifest.of(folder, false), Long.MAX_VALUE);
        assertThat(Bytes.uri(documents, 123_456_789_012L)).isEqualTo("/a?copy=123456789012");
    }

    @Test
    void aFileThatChangedOrWentIsNamed() throws IOException {
        write("grown", "1");
        write("gone", "1");
        DirectoryDocuments documents = documents(false);
        write("grown", "12");
        Files.delete(folder.resolve("gone"));
        assertThatThrownBy(() -> Bytes.content(documents, 0)).isInstanceOf(IOException.class)
                .hasMessageContaining("gone is gone since the source directory was listed");
        assertThatThrownBy(() -> Bytes.content(documents, 1)).isInstanceOf(IOException.class)
                .hasMessageContaining("grown has changed").hasMessageContaining("it had 1 bytes and has 2 now");
        assertThat(Bytes.uri(documents, 0)).isEqualTo("/gone");
    }

    @Test
    void readingKeepsTheBuffersLimit() throws IOException {
        write("a", "12345");
        ByteBuffer into = ByteBuffer.allocateDirect(20).position(3).limit(15);
        documents(false).content(0, into);
        assertThat(into.position()).isEqualTo(8);
        assertThat(into.limit()).isEqualTo(15);
    }

    @Test
    void matchingReadsTheFileAgain() throws IOException {
        write("a", "12345");
        DirectoryDocuments documents = documents(false);
        assertThat(documents.matches(0, Bytes.buffer("12345"))).isTrue();
        assertThat(documents.matches(0, Bytes.buffer("12346"))).isFalse();
        assertThat(documents.matches(0, Bytes.buffer("1234"))).isFalse();
    }

    @Test
    void whatCannotBeASourceIsRefused() throws IOException {
        refused(parent.resolve("none"), "source directory .*none does not exist");
        refused(folder, "source directory .* has no files");
        Files.createDirectory(folder.resolve("sub"));
        refused(folder, "source directory .* has no files but sub-folders; set recursive to take their files");
        write("file", "1");
        refused(folder.resolve("file"), "source directory .*file is not a directory");
        try (RandomAccessFile huge = new RandomAccessFile(folder.resolve("huge").toFile(), "rw")) {
            huge.setLength(Manifest.MAX_FILE_BYTES + 1);
        }
        refused(folder, "source directory .*huge has 1073741825 bytes; a document has at most 1GiB");
    }

    private static void refused(Path directory, String message) {
        assertThatThrownBy(() -> Manifest.of(directory, false)).isInstanceOf(InvalidInputException.class)
                .hasMessageMatching(message);
    }

    @Test
    void theManifestKnowsSizes() throws IOException {
        write("a", "123");
        write("b", "12345");
        Manifest manifest = Manifest.of(folder, false);
        assertThat(manifest.totalBytes()).isEqualTo(8);
        assertThat(manifest.size(1)).isEqualTo(5);
        assertThat(documents(false).maxContentBytes(0)).isEqualTo(3);
    }

    private DirectoryDocuments documents(boolean recursive) {
        return new DirectoryDocuments(Manifest.of(folder, recursive));
    }

    private static List<String> uris(DirectoryDocuments documents) {
        return LongStream.range(0, documents.count()).mapToObj(n -> Bytes.uri(documents, n)).toList();
    }

    private void write(String name, String content) throws IOException {
        Path file = Path.of(URI.create(folder.toUri() + PercentEncoder.encoded(name.getBytes(StandardCharsets.UTF_8))));
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
