package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import module java.base;
import dev.tidemark.core.data.ContentExport.Layout;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentExportTest {

    @TempDir
    Path parent;

    @Test
    void madeDocumentsComeBackWithTheirUrisAndContents() throws IOException {
        DocumentSource made = new TextDocuments(Corpus.own(), 1, 500, UriOrder.SPREAD);
        ContentExport export = new ContentExport(parent.resolve("new/out"), Layout.FOLDERS);
        writeAll(made, 20, export);
        assertThat(export.documents()).isEqualTo(20);
        Manifest manifest = Manifest.of(parent.resolve("new/out"), true);
        assertThat(export.bytes()).isEqualTo(manifest.totalBytes());
        assertThat(all(new DirectoryDocuments(manifest), 20)).isEqualTo(all(made, 20));
    }

    @Test
    void flatFilesAreReadyForATopLevelSource() throws IOException {
        DocumentSource made = new TextDocuments(Corpus.own(), 1, 500, UriOrder.SEQUENTIAL);
        writeAll(made, 20, new ContentExport(parent.resolve("out"), Layout.FLAT));
        DocumentSource back = new DirectoryDocuments(Manifest.of(parent.resolve("out"), false));
        assertThat(all(back, 20).values()).containsExactlyElementsOf(all(made, 20).values());
        assertThat(all(back, 20)).containsKey("/0000000000000000.txt");
    }

    @Test
    void percentEncodedNamesRoundTrip() throws IOException {
        assumeThat(File.separatorChar).isEqualTo('/');
        List<String> uris = List.of("/a%2Cb", "/new%0Aline", "/-rf", "/%25", "/%252F", "/sub/Z%C3%BCrich", "/bad-%FF",
                "/...");
        ContentExport export = new ContentExport(parent.resolve("out"), Layout.FOLDERS);
        for (String uri : uris) {
            ByteBuffer name = Bytes.buffer(uri);
            ByteBuffer content = Bytes.buffer(uri);
            assertThat(export.write(name, content)).isTrue();
            assertThat(name.position() + content.position()).isZero();
        }
        TreeMap<String, String> back = all(new DirectoryDocuments(Manifest.of(parent.resolve("out"), true)),
                uris.size());
        assertThat(back.keySet()).containsExactlyInAnyOrderElementsOf(uris);
        assertThat(back).allSatisfy((uri, content) -> assertThat(content).isEqualTo(uri));
    }

    @Test
    void nothingIsWrittenOutsideTheFolder() throws IOException {
        ContentExport export = new ContentExport(parent.resolve("out"), Layout.FOLDERS);
        for (String uri : List.of("/../x", "/a/../../x", "/%2e%2e/x", "/..%2Fx", "/a%2F..%2F..%2Fx", "//x", "/", "",
                "/a/", "/./x", "/a%00b")) {
            assertThatThrownBy(() -> export.write(Bytes.buffer(uri), Bytes.buffer("x"))).as(uri)
                    .isInstanceOf(IOException.class).hasMessageContaining(uri);
        }
        assertThat(parent.resolve("x")).doesNotExist();
        assertThat(export.documents()).isZero();
    }

    @Test
    void twoDocumentsNeverShareAFile() throws IOException {
        ContentExport export = new ContentExport(parent.resolve("out"), Layout.FLAT);
        export.write(Bytes.buffer("/a/x"), Bytes.buffer("1"));
        assertThatThrownBy(() -> export.write(Bytes.buffer("/b/x"), Bytes.buffer("2"))).isInstanceOf(IOException.class)
                .hasMessageContaining("two documents make the file").hasMessageContaining("/b/x");
        assertThat(parent.resolve("out/x")).hasContent("1");
    }

    @Test
    void onlyANewOrEmptyFolderIsTaken() throws IOException {
        Path full = Files.createDirectory(parent.resolve("full"));
        Path file = Files.writeString(full.resolve("file"), "1");
        assertThatThrownBy(() -> new ContentExport(full, Layout.FLAT)).isInstanceOf(InvalidInputException.class)
                .hasMessageEndingWith("is not empty; export to a new or empty directory");
        assertThatThrownBy(() -> new ContentExport(file, Layout.FLAT)).isInstanceOf(InvalidInputException.class)
                .hasMessageEndingWith("file is not a directory");
        Path empty = Files.createDirectory(parent.resolve("empty"));
        assertThat(new ContentExport(empty, Layout.FLAT).write(Bytes.buffer("/a"), Bytes.buffer(""))).isTrue();
        assertThat(empty.resolve("a")).isEmptyFile();
    }

    private static void writeAll(DocumentSource documentSource, long count, ContentExport export) throws IOException {
        for (long n = 0; n < count; n++) {
            export.write(Bytes.buffer(Bytes.uri(documentSource, n)), ByteBuffer.wrap(Bytes.content(documentSource, n)));
        }
    }

    private static TreeMap<String, String> all(DocumentSource documentSource, long count) throws IOException {
        TreeMap<String, String> all = new TreeMap<>();
        for (long n = 0; n < count; n++) {
            all.put(Bytes.uri(documentSource, n), new String(Bytes.content(documentSource, n), StandardCharsets.UTF_8));
        }
        return all;
    }
}
