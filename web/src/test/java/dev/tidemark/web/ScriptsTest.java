package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.report.html.HtmlReport;
import org.junit.jupiter.api.Test;

/** Scripts show texts by appending them to elements, which cannot be taken for anything but text. */
class ScriptsTest {

    /** What makes HTML or code of a text, and labels of charts that are templates. */
    private static final Pattern RAW = Pattern.compile("innerHTML|outerHTML\\s*=|insertAdjacentHTML|document\\.write|"
            + "createContextualFragment|DOMParser|srcdoc|\\beval\\(|new Function|setAttribute\\('(on|style|href|src)|"
            + "formatter: ['\"`]|set(Timeout|Interval)\\(['\"`]");

    private static Map<String, String> scripts() throws IOException {
        Map<String, String> scripts = new TreeMap<>(Map.of("the report's", HtmlReport.pageScript()));
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/dev/tidemark/web/assets"))) {
            files.filter(f -> f.toString().endsWith(".js")).forEach(f -> scripts.put(f.getFileName().toString(), read(f)));
        }
        return scripts;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void makeNoHtmlOfTextsButOfWhatTheServerHasMade() throws IOException {
        List<String> raw = new ArrayList<>();
        scripts().forEach((name, script) -> RAW.matcher(script).results().map(MatchResult::group)
                .forEach(found -> raw.add(name + ": " + found)));
        assertThat(raw).containsExactly("web.js: innerHTML");
    }
}
