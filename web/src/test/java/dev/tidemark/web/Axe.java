package dev.tidemark.web;

import module java.base;
import com.microsoft.playwright.Page;

/** Deque's axe, which finds what shuts out people who cannot see well, hear, or use a mouse. */
final class Axe {

    private static final String SCRIPT = script();
    private static final String RUN = """
            async rules => (await axe.run(document, {resultTypes: ['violations'], ...rules})).violations.flatMap(v =>
                v.nodes.map(n => `${v.impact} ${v.id}: ${n.target} ${n.html.slice(0, 120)} (${n.failureSummary
                    .split('\\n').slice(1).join(' ').trim()})`))""";

    /** The rules that look at colours. */
    private static final Map<String, Object> COLOUR = Map.of("runOnly", List.of("color-contrast", "link-in-text-block"));

    private Axe() {}

    private static String script() {
        try (InputStream in = Axe.class.getResourceAsStream("/axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything that it finds on a page as it stands, of whatever impact. */
    static List<String> findings(Page page) {
        return findings(page, Map.of());
    }

    /** What depends on the colour scheme. */
    static List<String> findingsOfColour(Page page) {
        return findings(page, COLOUR);
    }

    private static List<String> findings(Page page, Map<String, Object> rules) {
        if (!(boolean) page.evaluate("'axe' in window")) {
            page.evaluate(SCRIPT); // from outside, so that the page's own policy is as it always is
        }
        return ((List<?>) page.evaluate(RUN, rules)).stream().map(Object::toString).toList();
    }
}
