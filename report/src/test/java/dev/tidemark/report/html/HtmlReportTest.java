package dev.tidemark.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Results;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Report;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HtmlReportTest {

    private static final IterationDetail NOTHING = new IterationDetail("ingest", List.of(), List.of(), List.of(),
            List.of(), List.of(), List.of(), List.of());
    private static final Set<String> VOID = Set.of("meta", "br", "input");
    private static final Pattern TAG =
            Pattern.compile("<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*?)(/?)>");

    private static String demo() {
        Results store = Samples.demo();
        return HtmlReport.of(Report.of(store.label("demo").orElseThrow()), store::detail);
    }

    /** The page without the inlined scripts and styles. */
    private static String markup(String html) {
        return html.replaceAll("(?s)<(script|style)([^>]*)>.*?</\\1>", "<$1$2></$1>");
    }

    @Test
    void itIsOneFileThatLoadsNothing() {
        String markup = markup(demo());
        assertThat(markup).doesNotContain("src=").doesNotContain("<link").doesNotContain("http://")
                .doesNotContain("https://").doesNotContain("@import").contains("default-src 'none'");
        assertThat(Resources.own("report.css") + Resources.own("report.js")).doesNotContain("url(")
                .doesNotContain("http");
    }

    /** By the hashes of what really stands in the file; a browser runs no other. */
    @Test
    void onlyItsOwnScriptsAndStyleMayRun() throws Exception {
        String html = demo();
        Matcher policy = Pattern.compile("http-equiv=\"Content-Security-Policy\" content=\"([^\"]*)\"").matcher(html);
        assertThat(policy.find()).isTrue();
        Matcher inside = Pattern.compile("(?s)<(script|style)>(.*?)</\\1>").matcher(html);
        List<String> hashes = new ArrayList<>();
        while (inside.find()) {
            hashes.add(Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256")
                    .digest(inside.group(2).getBytes(StandardCharsets.UTF_8))));
        }
        assertThat(hashes).hasSize(3);
        assertThat(policy.group(1)).isEqualTo("default-src 'none'; style-src 'sha256-" + hashes.get(0)
                + "'; script-src 'sha256-" + hashes.get(1) + "' 'sha256-" + hashes.get(2) + "'; img-src data:; "
                + "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types default");
    }

    @Test
    void peopleReadNumbersOfTheLabelAndTimesToTheSecond() {
        String html = markup(demo());
        assertThat(html).contains("Iteration 55 failed: The runner ran out of memory.",
                "<dt>started</dt><dd>2026-05-14 10:25:39 UTC</dd>", "title=\"2026-05-14 10:25:39 UTC\"")
                .containsPattern("title=\"iterations \\d+, \\d+, \\d+\"").doesNotContain("2001");
    }

    @Test
    void everyElementIsClosedInItsPlace() {
        Deque<String> open = new ArrayDeque<>();
        Matcher tags = TAG.matcher(markup(demo()));
        int count = 0;
        while (tags.find()) {
            String name = tags.group(2);
            count++;
            if (VOID.contains(name) || !tags.group(4).isEmpty()) {
                continue;
            }
            if (tags.group(1).isEmpty()) {
                open.push(name);
            } else {
                assertThat(open.pop()).isEqualTo(name);
            }
        }
        assertThat(open).isEmpty();
        assertThat(count).isGreaterThan(1000);
    }

    @Test
    void tablesAndEffectsAreThereWithoutScripts() {
        String markup = markup(demo());
        assertThat(markup).contains("Effect sizes", "batch-size 1 → 100", "<circle", "Every iteration",
                "Varying one setting, others at their best values",
                "Varying shards, others at their defaults",
                "± 0.", "How it was measured", "vary: {shards: [1, 2, 4]", "The runner ran out of memory.",
                "The engine stalled writers", "Processors, devices and memory", "disk requests writes");
        assertThat(markup.split("<tr class=\"best\"").length).isGreaterThan(3);
    }

    @Test
    void theDataHoldsTheBestTheDefaultAndTheWorstFirst() {
        String html = demo();
        JsonNode data = data(html);
        assertThat(data.get("traces").get(0).get("name").asString()).startsWith("Best: ");
        assertThat(data.get("traces").get(1).get("name").asString()).startsWith("Default: ");
        assertThat(data.get("traces").get(2).get("name").asString()).startsWith("Worst: ");
        assertThat(data.get("traces")).hasSize(18);
        assertThat(data.get("curves")).hasSize(3);
        assertThat(html.length()).isLessThan(1_300_000);
    }

    @Test
    void theMachinesStandOnTheAxisOfTheResults() {
        JsonNode machines = data(demo()).get("traces").get(0).get("machines");
        assertThat(machines.valueStream().map(m -> m.get("name").asString())).containsExactly("processors", "disk",
                "disk busy", "disk await", "engine writes", "generator");
        JsonNode processors = machines.get(0);
        assertThat(processors.get("stacked").asBoolean()).isTrue();
        assertThat(processors.get("lines").get(0).get("values").size()).isEqualTo(processors.get("spans").size());
    }

    private static JsonNode data(String html) {
        Matcher m = Pattern.compile("(?s)id=\"data\">(.*?)</script>").matcher(html);
        assertThat(m.find()).isTrue();
        return JsonMapper.shared().readTree(m.group(1));
    }

    @Test
    void hostileLabelsAndTagsAreHarmless() {
        String evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&<!--";
        List<Iteration> runs = List.of(
                Samples.iteration(0, 0, List.of(Setting.tag("disk" + evil, "a" + evil)), Map.of("elapsed", 1.0)),
                Samples.iteration(1, 0, List.of(Setting.tag("disk" + evil, "b" + evil)), Map.of("elapsed", 2.0)),
                Samples.iteration(1, 2, 0, IterationState.FAILED, evil, List.of(), Map.of()));
        LabelResults hostile = new LabelResults(evil, evil, "elapsed", Samples.MEASURES, Map.of(), "matrix", evil, 1,
                runs);
        String html = HtmlReport.of(Report.of(hostile), id -> NOTHING);
        assertThat(html.contains("<script>alert")).isFalse();
        assertThat(markup(html)).doesNotContain("<img").doesNotContain("onerror=alert(2)>\"");
        assertThat(data(html).get("traces").get(0).get("name").asString()).contains("<script>alert(1)");
        assertThat(html.split("<script", -1).length).isEqualTo(demo().split("<script", -1).length);
    }

    @Test
    void aPictureIsWellFormedWhateverALabelIsCalled() throws Exception {
        String evil = "a\u001b[2J\u0000\u202e\uFFFE<b>&\"'";
        String picture = HtmlReport.picture(Report.of(new LabelResults(evil, "ingest", "elapsed", Samples.MEASURES, Map.of(), "matrix",
                evil, 1, List.of(Samples.iteration(0, 0, List.of(Setting.tag("disk" + evil, evil)), Map.of("elapsed", 1.0))))),
                id -> NOTHING);
        Document read = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(new InputSource(
                new StringReader(picture)));
        assertThat(read.getElementsByTagName("title").item(0).getTextContent()).startsWith("a\\u001b[2J\\u0000").endsWith("<b>&\"'");
    }

    @Test
    void aLabelWithNothingToShowStillMakesAPage() {
        String html = HtmlReport.of(Report.of(Samples.label("empty", Map.of(), "matrix", List.of())), id -> NOTHING);
        assertThat(html).contains("Nothing has been run under this label yet.").endsWith("</html>\n");
    }

    @Test
    void resultsMeasuredElsewhereHaveNoChartsThroughTime() {
        assertThat(markup(HtmlReport.of(Report.of(Samples.manualMatrix()), id -> NOTHING)))
                .doesNotContain("Response times").contains("60.69");
    }

    /** To look at: with the system property {@code report.out} the pages are left in that folder. */
    @Test
    void thePagesAreTheSameEveryTime(@TempDir Path folder) throws IOException {
        Path out = Path.of(System.getProperty("report.out", folder.toString()));
        Files.writeString(out.resolve("manual.html"), HtmlReport.of(Report.of(Samples.manualMatrix()), id -> NOTHING));
        Files.writeString(out.resolve("demo.html"), demo());
        assertThat(Files.readString(out.resolve("demo.html")).equals(demo())).isTrue();
    }

    @Test
    void groupsAndWorkersHaveTablesOfTheirOwn() {
        String html = HtmlReport.of(Report.of(Samples.groups()), id -> Samples.grouped());
        String groups = html.substring(html.indexOf("<section id=\"groups\">"), html.indexOf("<section id=\"time\">"));
        assertThat(groups).contains("By group of workers", ">readers</td>", ">writers</td>", "8005", "500");
        String workers = html.substring(html.indexOf("<section id=\"workers\">"),
                html.indexOf("<section id=\"method\">"));
        assertThat(workers).contains("readers: 2 workers did 1000 units each on average; their spread is 10.0 %",
                "writers: 1 worker did 500 units.", ">1100</td>", ">20.000</td>", ">–</td>");
        assertThat(html).doesNotContain("readers: Throughput");
    }

    @Test
    void ofThousandsOfRowsTheFirstAreShownAndItIsSaidWhereTheOthersAre() {
        List<Iteration> runs = IntStream.range(0, 1200).mapToObj(i -> Samples.iteration(i, 0,
                List.of(Samples.param("batch-size", i + 1, SettingOrigin.VARY)), Map.of("elapsed", 1.0 + i))).toList();
        String html = markup(HtmlReport.of(Report.of(Samples.label("many", Map.of("batch-size", "1"), "matrix", runs)),
                id -> NOTHING));
        assertThat(html).contains("The first 500 of 1200 rows; tidemark report many --tsv has them all.",
                "The first 500 of 1200 rows; tidemark report many --raw has them all.",
                "There are 1099 more sentences like these; tidemark report many has them all.");
        assertThat(html.split("<circle", -1).length - 1).as("dots of either base, and of the first screen").isLessThanOrEqualTo(209);
        assertThat(html.split("<tr class=\"row\"", -1).length).isLessThan(1400);
    }

    @Test
    void aTableOfFiveHundredRowsIsWhole() {
        List<Iteration> runs = IntStream.range(0, 500).mapToObj(i -> Samples.iteration(i, 0,
                List.of(Samples.param("batch-size", i + 1, SettingOrigin.VARY)), Map.of("elapsed", 1.0 + i))).toList();
        assertThat(markup(HtmlReport.of(Report.of(Samples.label("many", Map.of(), "matrix", runs)), id -> NOTHING)))
                .doesNotContain("The first 500 of");
    }

    @Test
    void withoutGroupsThereIsNoTableOfThem() {
        assertThat(demo()).doesNotContain("<section id=\"groups\">");
    }
}
