package dev.tidemark.web.help;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.web.help.Glossary.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

class GlossaryTest {

    @Test
    void aRowIsAWordWithItsMeaningAndItsOlderNames() {
        Glossary glossary = Glossary.parse("""
                # Glossary
                ## Words
                | Word | What it means | Older names |
                | --- | --- | --- |
                | shard | a part, as `shards: 2` | forest |
                | unit | what is counted | – |

                More is elsewhere.
                """);
        assertThat(glossary.sections()).singleElement().satisfies(section -> {
            assertThat(section.title()).isEqualTo("Words");
            assertThat(section.entries()).containsExactly(new Entry("shard", "a part, as shards: 2", "forest"),
                    new Entry("unit", "what is counted", ""));
        });
    }

    @Test
    void everyWordOfTheManualStandsThereOnce() {
        List<Entry> all = Glossary.ofTheManual().sections().stream().flatMap(s -> s.entries().stream()).toList();
        assertThat(all).hasSizeGreaterThan(50).extracting(Entry::word).doesNotHaveDuplicates();
        assertThat(all).allSatisfy(entry -> assertThat(entry.meaning()).isNotBlank());
    }
}
