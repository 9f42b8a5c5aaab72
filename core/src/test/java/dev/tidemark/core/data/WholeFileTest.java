package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {

    @TempDir
    private Path folder;
    private Path file;
    private Path precious;

    @BeforeEach
    void name() throws IOException {
        file = folder.resolve("report.html");
        precious = Files.writeString(folder.resolve("precious"), "mine");
    }

    private static void hello(OutputStream out) throws IOException {
        out.write("hello".getBytes(StandardCharsets.UTF_8));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatLiesBesideItUnderAGuessableNameIsLeftAlone() throws IOException {
        Files.createSymbolicLink(folder.resolve("report.html.part"), precious);
        Files.writeString(folder.resolve("report.html.partial"), "another's");
        WholeFile.replace(file, WholeFileTest::hello);
        assertThat(file).hasContent("hello");
        assertThat(precious).hasContent("mine");
        assertThat(folder.resolve("report.html.partial")).hasContent("another's");
        assertThat(names()).hasSize(4);
    }

    @Test
    void linkOfItsOwnNameIsReplacedAndNotFollowed() throws IOException {
        Files.createSymbolicLink(file, precious);
        WholeFile.replace(file, WholeFileTest::hello);
        assertThat(precious).hasContent("mine");
        assertThat(Files.isSymbolicLink(file)).isFalse();
    }

    @Test
    void whatIsThereIsNotReplacedUnlessAsked() throws IOException {
        Files.writeString(file, "before");
        assertThatThrownBy(() -> WholeFile.create(file, WholeFileTest::hello))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("before");
        assertThat(names()).containsExactly("precious", "report.html");
    }

    @Test
    void failureLeavesTheOldFileAndNothingElse() throws IOException {
        Files.writeString(file, "before");
        assertThatThrownBy(() -> WholeFile.replace(file, out -> {
            hello(out);
            throw new IOException("disk full");
        })).hasMessage("disk full");
        assertThat(file).hasContent("before");
        assertThat(names()).containsExactly("precious", "report.html");
    }
}
