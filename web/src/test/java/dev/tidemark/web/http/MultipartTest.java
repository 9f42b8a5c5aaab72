package dev.tidemark.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MultipartTest {

    private static final String TYPE = "multipart/form-data; boundary=B";
    private static final Consumer<Form> ANYTHING = form -> { };
    private static final int MOST = 1000;

    @TempDir
    private Path folder;

    private static String part(String disposition, String content) {
        return "--B\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n" + content + "\r\n";
    }

    private static InputStream body(String... parts) {
        return raw(String.join("", parts) + "--B--\r\n");
    }

    private static InputStream raw(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private Multipart multipart(Consumer<Form> beforeFile) {
        return new Multipart(new Uploads(folder.resolve("uploads")), MOST, beforeFile);
    }

    private void refuses(int status, String message, InputStream body) throws IOException {
        refuses(status, message, body, TYPE, -1);
    }

    private void refuses(int status, String message, InputStream body, String type, long announced)
            throws IOException {
        try (Multipart read = multipart(ANYTHING)) {
            assertThatThrownBy(() -> read.read(body, type, announced)).isInstanceOf(HttpException.class)
                    .hasMessageContaining(message).extracting(e -> ((HttpException) e).status()).isEqualTo(status);
        }
    }

    @AfterEach
    void noFileIsLeft() {
        assertThat(folder.resolve("uploads").toFile().list()).satisfiesAnyOf(l -> assertThat(l).isNull(),
                l -> assertThat(l).isEmpty());
    }

    @Test
    void textsAndAFileAreReadAsTheyWereSent() throws IOException {
        String content = "a\r\n--Couldbe\r\n\0\u00ff\r" + "x".repeat(500) + "\r\n--";
        Path file;
        try (Multipart read = multipart(ANYTHING)) {
            read.read(body(part("name=\"a\"", "1"), part("name=\"file\"; filename=\"r.zip\"", content),
                    part("name=\"a\"", "2\r\n3")), TYPE, -1);
            assertThat(read.form().all("a")).containsExactly("1", "2\r\n3");
            Upload upload = read.upload().orElseThrow();
            assertThat(upload.name()).isEqualTo("r.zip");
            file = upload.file();
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).isEqualTo(content);
            assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
        }
        assertThat(file).doesNotExist();
    }

    /** A body arrives in whatever pieces the network makes of it. */
    @Test
    void itDoesNotMatterWhereABodyIsCut() throws IOException {
        for (String end : new String[] {"", "\r", "\n", "\r\n", "\r\n-", "\r\n--", "-", "\r\r"}) {
            String content = "PK\u0003" + end;
            byte[] whole = body(part("name=\"a\"", "1"), part("name=\"file\"; filename=\"r.zip\"", content),
                    part("name=\"b\"", "2")).readAllBytes();
            for (int cut = 1; cut < whole.length; cut++) {
                try (Multipart read = multipart(ANYTHING)) {
                    read.read(new SequenceInputStream(new ByteArrayInputStream(whole, 0, cut),
                            new ByteArrayInputStream(whole, cut, whole.length - cut)), TYPE, -1);
                    assertThat(Files.readString(read.upload().orElseThrow().file(), StandardCharsets.ISO_8859_1))
                            .isEqualTo(content);
                    assertThat(read.form().all("b")).containsExactly("2");
                } catch (HttpException e) {
                    throw new AssertionError("cut at " + cut + " of " + content.replace("\r", "CR").replace("\n", "LF")
                            + ": "
                            + new String(whole, 0, cut, StandardCharsets.ISO_8859_1), e);
                }
            }
        }
    }

    @Test
    void aFormWithoutAChosenFileHasNone() throws IOException {
        try (Multipart read = multipart(ANYTHING)) {
            read.read(body(part("name=\"file\"; filename=\"\"", ""), part("name=\"a\"", "1")), TYPE, -1);
            assertThat(read.upload()).isEqualTo(Optional.empty());
            assertThat(read.form().text("file")).isEmpty();
            assertThat(read.form().text("a")).contains("1");
        }
    }

    @Test
    void whatStandsBeforeTheFileDecidesWhetherItIsKept() throws IOException {
        try (Multipart read = multipart(form -> {
            assertThat(form.text("token")).contains("t");
            throw new HttpException(403, "no");
        })) {
            assertThatThrownBy(() -> read.read(body(part("name=\"token\"", "t"),
                    part("name=\"file\"; filename=\"r.zip\"", "x"), part("name=\"token\"", "late")), TYPE, -1))
                    .isInstanceOf(HttpException.class).hasMessage("no");
            assertThat(folder.resolve("uploads")).doesNotExist();
        }
    }

    @Test
    void whatIsTooLargeIsRefusedWhateverIsAnnounced() throws IOException {
        String large = part("name=\"file\"; filename=\"r.zip\"", "x".repeat(MOST + 1));
        refuses(413, "1 kB can be sent at most", body(large));
        refuses(413, "the file is too large", body(large), TYPE, 5);
        refuses(413, "the file is too large", raw(""), TYPE, 1L << 40);
        refuses(413, "a form has 256 kB at most", body(part("name=\"a\"", "x".repeat(200_000)),
                part("name=\"b\"", "x".repeat(62_300))));
        refuses(413, "too large", new SequenceInputStream(body(part("name=\"a\"", "x")),
                raw("epilogue".repeat(40_000))));
    }

    @Test
    void whatIsNoSuchFormIsRefused() throws IOException {
        String no = "no form that can be read";
        refuses(400, no, body(part("name=\"a\"", "x")), "multipart/form-data", -1);
        refuses(400, no, body(part("name=\"a\"", "x")), "multipart/form-data; boundary=" + "B".repeat(71), -1);
        refuses(400, no, body(part("name=\"a\"", "x")), "multipart/form-data; boundary=other", -1);
        refuses(400, no, body(part("name=\"a\"", "x")), "multipart/form-data; boundary=\"", -1);
        refuses(400, no, raw("no parts at all"));
        refuses(400, no, raw(""));
        refuses(400, no, raw(part("name=\"file\"; filename=\"r.zip\"", "cut off in the mid")));
        refuses(400, no, body(part("filename=\"r.zip\"", "x")));
        refuses(400, no, body("--B\r\nno header\r\n\r\nx\r\n"));
        refuses(400, no, body("--B\r\n\r\nx\r\n"));
        refuses(400, no, body("--B\r\nContent-Disposition: form-data; name=\"a\"; x=\"" + "x".repeat(5000)
                + "\"\r\n\r\nx\r\n"));
        refuses(400, no, body(part("name=\"a\"", "\u00ff")));
        refuses(400, no, body(part("name=\"a\"", "x\0y")));
        refuses(400, no, body(part("name=\"a\"", "x").repeat(1001)));
        refuses(400, "one file at a time", body(part("name=\"f\"; filename=\"a\"", "x"),
                part("name=\"g\"; filename=\"b\"", "x")));
        refuses(400, "ended before its body was complete", new SequenceInputStream(raw(part("name=\"a\"", "x")),
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("the connection is gone");
                    }
                }));
    }

    @Test
    void aFileCannotChooseWhereItLies() throws IOException {
        assertThat(Upload.safeName("../../etc/passwd")).isEqualTo("passwd");
        assertThat(Upload.safeName("C:\\Users\\ada\\r.zip")).isEqualTo("r.zip");
        assertThat(Upload.safeName("a\r\nSet-Cookie: x\u001b[2J\u202Egpj.zip")).isEqualTo("aSet-Cookie: x[2Jgpj.zip");
        assertThat(Upload.safeName("/")).isEqualTo("the file");
        assertThat(Upload.safeName("x".repeat(5000) + ".zip")).hasSize(100).endsWith("x.zip");
        try (Multipart read = multipart(ANYTHING)) {
            read.read(body(part("name=\"file\"; filename=\"../../evil.zip\"", "x")), TYPE, -1);
            Upload upload = read.upload().orElseThrow();
            assertThat(upload.name()).isEqualTo("evil.zip");
            assertThat(upload.file()).hasParent(folder.resolve("uploads"));
        }
    }

    @Test
    void whatAKilledServerHasLeftIsRemovedWithTheNextFile() throws IOException {
        Path uploads = Files.createDirectories(folder.resolve("uploads"));
        Path left = Files.createFile(uploads.resolve(Integer.MAX_VALUE + "-1.upload"));
        Path ours = Files.createFile(uploads.resolve(ProcessHandle.current().pid() + "-1.upload"));
        Files.delete(new Uploads(uploads).fresh());
        assertThat(left).doesNotExist();
        assertThat(ours).exists();
        Files.delete(ours);
    }
}
