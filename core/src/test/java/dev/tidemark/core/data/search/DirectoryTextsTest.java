package dev.tidemark.core.data.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryTextsTest {

    @TempDir
    Path folder;

    private void write(String name, String text) throws Exception {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.writeString(folder.resolve(name), text);
    }

    @Test
    void filesAreReadByNameAndReducedToWords() throws Exception {
        write("b/two.txt", "Fußgänger's Café -- No. 42!\n\n  END");
        write("a.txt", "Alpha,beta");
        write("c.txt", "");
        DirectoryTexts texts = DirectoryTexts.of(folder, 100, null);
        assertThat(texts.count()).isEqualTo(3);
        assertThat(texts.document(0).text()).isEqualTo("alpha beta");
        assertThat(texts.document(1).text()).isEqualTo("fußgänger s café no 42 end");
        assertThat(texts.document(2).text()).isEmpty();
        assertThat(DirectoryTexts.of(folder, 2, null).count()).isEqualTo(2);
    }

    @Test
    void aByteThatIsNoTextIsPassedOver() throws Exception {
        Files.write(folder.resolve("odd"), "good \u00ff bad".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(DirectoryTexts.of(folder, 1, null).document(0).text()).isEqualTo("good bad");
    }

    @Test
    void anExcerptIsMadeOfWholeWordsInTheirOrder() throws Exception {
        String text = IntStream.range(0, 5000).mapToObj(i -> "wört" + i * 37).collect(Collectors.joining(",\n "));
        write("long", text);
        write("short", "one two");
        write("wide", "x" + " ".repeat(5000) + "yy" + " ".repeat(5000) + "zzz");
        DirectoryTexts texts = DirectoryTexts.of(folder, 3, null);
        String all = " " + texts.document(0).text() + " ";
        for (double at = 0; at < 1; at += 0.013) {
            List<String> excerpt = texts.excerpt(0, at, 20);
            assertThat(excerpt).hasSize(20);
            assertThat(all).contains(" " + String.join(" ", excerpt) + " ");
            assertThat(texts.excerpt(1, at, 20)).containsExactly("one", "two");
            assertThat(texts.excerpt(2, at, 3)).containsExactly("x", "yy", "zzz");
        }
    }

    @Test
    void queriesAreMadeOfTheTexts() throws Exception {
        for (int i = 0; i < 20; i++) {
            write("t" + i, IntStream.range(i, i + 40).mapToObj(w -> "w" + w * w).collect(Collectors.joining(" the ")));
        }
        DirectoryTexts texts = DirectoryTexts.of(folder, 100, null);
        QueryMix mix = new QueryMix.Type().parse("term;frequent;rare;phrase;boolean;filtered");
        GeneratedQueries queries = new GeneratedQueries(new GeneratedQueries.Spec(1, mix, 200, 0.2, 0.5, 0.5, true, 0),
                texts, null);
        Set<String> words = new HashSet<>();
        for (long n = 0; n < texts.count(); n++) {
            words.addAll(List.of(texts.document(n).text().split(" ")));
        }
        for (int id = 0; id < 200; id++) {
            assertThat(queries.query(id).clauses()).isNotEmpty().allMatch(c -> words.containsAll(c.words()));
        }
    }

    @Test
    void noFolderAndNoFileAreNamed() {
        assertThatThrownBy(() -> DirectoryTexts.of(folder, 1, null)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("texts: there is no file in ");
        assertThatThrownBy(() -> DirectoryTexts.of(folder.resolve("none"), 1, null))
                .isInstanceOf(InvalidInputException.class).hasMessageEndingWith("does not exist");
    }
}
