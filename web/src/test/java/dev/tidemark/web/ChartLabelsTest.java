package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What stands in charts can be read, and their lines can be told apart, on a desk and on a phone. */
@Timeout(300)
class ChartLabelsTest extends InTheBrowser {

    /** Texts of a chart that cover each other by more than a hair, but for those of a key that is paged through. */
    private static final String COLLISIONS = """
            chart => {
              const texts = [...chart.querySelectorAll('svg text')].filter(t => t.textContent.trim() && !t.closest('[clip-path]'))
                .map(t => ({text: t.textContent, at: t.getBoundingClientRect()}));
              return texts.flatMap((a, i) => texts.slice(i + 1).filter(b =>
                Math.min(a.at.right, b.at.right) - Math.max(a.at.left, b.at.left) > 2
                && Math.min(a.at.bottom, b.at.bottom) - Math.max(a.at.top, b.at.top) > 4)
                .map(b => a.text + ' × ' + b.text));
            }""";
    /** Texts that leave their chart. */
    private static final String OUTSIDE = """
            chart => {
              const box = chart.getBoundingClientRect();
              return [...chart.querySelectorAll('svg text')].filter(t => t.textContent.trim() && !t.closest('[clip-path]')).filter(t => {
                const at = t.getBoundingClientRect();
                return at.left < box.left - 2 || at.right > box.right + 2 || at.top < box.top - 2 || at.bottom > box.bottom + 2;
              }).map(t => t.textContent);
            }""";
    /** Colour and stroke of each line of a chart. */
    private static final String STROKES = """
            chart => [...chart.querySelectorAll('svg path')].filter(p => p.getAttribute('fill') === 'transparent'
                && +p.getAttribute('stroke-width') === 2)
              .map(p => p.getAttribute('stroke') + ' ' + p.getAttribute('stroke-dasharray'))""";

    @BeforeEach
    void store() {
        List<String> many = IntStream.range(0, 8).mapToObj(i -> "a-volume-with-quite-a-long-name-number-" + i).toList();
        Stored.overTime(served().workbench().store(), "eight-long-names", many, 8, 1);
        Stored.overTime(served().workbench().store(), "twelve", IntStream.range(0, 12)
                .mapToObj(i -> "another-long-name-" + i).toList(), 8, 1);
        Stored.overTime(served().workbench().store(), "before-with-quite-a-long-name-of-its-own", List.of("ssd"), 8, 1);
        Stored.overTime(served().workbench().store(), "after-with-quite-a-long-name-of-its-own", List.of("ssd"), 8,
                1.01);
        Stored.overTime(served().workbench().store(), "short", List.of("ssd"), 4, 1);
    }

    private Pages looking(int width) {
        return loggedIn("rob", new NewContextOptions().setViewportSize(width, 900));
    }

    @Test
    void noTextCoversAnotherNorLeavesItsChart() {
        for (int width : new int[] {1280, 390}) {
            Pages rob = looking(width);
            for (String path : List.of("/reports/eight-long-names", "/reports/eight-long-names?x=storage&lines=batch-size",
                    "/reports/twelve", "/compare?a=before-with-quite-a-long-name-of-its-own"
                            + "&b=after-with-quite-a-long-name-of-its-own")) {
                rob.open(path);
                Locator charts = rob.at(".chart:has(svg)");
                assertThat(charts.first()).isVisible();
                for (int i = 0; i < charts.count(); i++) {
                    String which = width + " " + path + " " + charts.nth(i).getAttribute("aria-label");
                    assertThat((List<?>) charts.nth(i).evaluate(COLLISIONS)).as(which).isEmpty();
                    assertThat((List<?>) charts.nth(i).evaluate(OUTSIDE)).as(which).isEmpty();
                }
                assertThat((int) rob.page().evaluate("document.documentElement.scrollWidth")).as(path)
                        .isLessThanOrEqualTo(width);
            }
        }
    }

    @Test
    void eightLinesAreEightColoursOrStrokesWithTheirNamesAtTheirEnds() {
        Pages rob = looking(1280);
        rob.open("/reports/eight-long-names?x=batch-size&lines=storage");
        Locator chart = rob.at("[data-curve='0']");
        List<String> strokes = ((List<?>) chart.evaluate(STROKES)).stream().map(Object::toString).toList();
        assertThat(strokes).hasSizeGreaterThanOrEqualTo(8);
        assertThat(new TreeSet<>(strokes)).hasSizeGreaterThanOrEqualTo(8);
        assertThat(chart.locator("text").allTextContents().stream().filter(t -> t.matches("a-volume.*number-[0-7]")).count())
                .isEqualTo(8);
    }

    @Test
    void aComparisonsLinesHaveSymbolsAndNamesOfTheirOwn() {
        Pages rob = looking(1280);
        rob.open("/compare?a=before-with-quite-a-long-name-of-its-own&b=after-with-quite-a-long-name-of-its-own");
        Locator chart = rob.at("[data-pair='0']");
        assertThat(chart.locator("text").allTextContents()).contains("A p50", "A p99", "B p50", "B p99")
                .anyMatch(t -> t.startsWith("A ") && t.contains("before")).anyMatch(t -> t.startsWith("B ")
                        && t.contains("after"));
    }

    @Test
    void fourSecondsAreNoChartOverTime() {
        Pages rob = looking(1280);
        rob.open("/reports/short");
        assertThat(rob.at("[data-trace]")).hasCount(0);
        assertThat(rob.at("#time")).containsText("Only 4 intervals were recorded: too few for a chart over time.");
        rob.open("/reports/eight-long-names");
        assertThat(rob.at("[data-trace]").first()).isVisible();
        rob.open("/compare?a=short&b=short");
        assertThat(rob.at("[data-pair]")).hasCount(0);
        assertThat(rob.main()).containsText("Too few intervals were recorded for a chart over time.");
    }
}
