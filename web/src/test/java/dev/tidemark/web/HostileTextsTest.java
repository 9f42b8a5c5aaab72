package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.FilePayload;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.store.ResultStore;
import dev.tidemark.testing.Effort;
import dev.tidemark.web.reports.ReportPages;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * What a browser would act upon, were it taken for anything but text: in every string of an archive at once, in every
 * string that charts are drawn from, in a file's name and in what an engine says. The pointer moves over all charts;
 * the browser asks nothing, goes nowhere, loads nothing from elsewhere, and the page has no element that it should not
 * have.
 */
@Timeout(900)
class HostileTextsTest extends InTheBrowser {

    private static final List<String> PAYLOADS = List.of(
            "<img src=x onerror=alert(1)><svg onload=alert(2)>{b}${7*7}",
            "</script><script>alert(3)</script><meta http-equiv=refresh content=\"0;url=http://127.0.0.1:9/\">",
            "\"'><a href=\"javascript:alert(4)\">x</a><iframe srcdoc=\"<script>alert(5)</script>\">{{7*7}}`<!--");

    private static final List<String> THEMES = List.of("dark", "light");

    /** Elements that act, and none of which is ours. */
    private static final String ACTING = """
            () => [...document.querySelectorAll('*')].filter(e =>
                ['IMG', 'IFRAME', 'OBJECT', 'EMBED', 'BASE', 'FRAME'].includes(e.tagName)
                || e.tagName === 'META' && e.httpEquiv === 'refresh'
                || e.tagName === 'SCRIPT' && e.type !== 'application/json' && e.text.startsWith('alert')
                || [...e.attributes].some(a => a.name.startsWith('on') || a.name === 'srcdoc'
                    || ['href', 'src', 'action', 'xlink:href'].includes(a.name) && /^\\s*javascript:/i.test(a.value)))
              .map(e => e.outerHTML.slice(0, 200))""";

    /** What stands beside the pointer, once the browser has drawn twice. */
    private static final String TOLD = """
            chart => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => drawn([...chart.children]
              .filter(e => e.tagName === 'DIV' && e.className !== 'drag' && !e.querySelector('svg')).map(e => e.textContent).join('')))))""";

    /** Middles of the points of a chart's lines, some of them. */
    private static final String POINTS = """
            chart => [...chart.querySelectorAll('svg path')].map(p => p.getBoundingClientRect())
              .filter(r => r.width > 2 && r.width < 12 && r.height > 2 && r.height < 12)
              .map(r => [r.x + r.width / 2, r.y + r.height / 2]).slice(-6)""";

    /** Maps from names that somebody has chosen. */
    private static final Set<String> MAPS = Set.of("defaults", "standing", "counters", "gauges", "kinds", "latency",
            "distributions", "marks");

    private final JsonMapper json = JsonMapper.shared();
    private final Set<String> wrong = new LinkedHashSet<>();
    private final Set<String> reportedTexts = new TreeSet<>();

    @BeforeEach
    void store() {
        ResultStore store = served().workbench().store();
        Stored.overTime(store, "texts", List.of("ssd", "nvme"), 6, 1);
        Stored.overTime(store, "others", List.of("ssd", "nvme"), 6, 1.2);
        for (long iteration : store.label("texts").orElseThrow().iterations().stream().map(i -> i.id()).toList()) {
            store.addEvent(iteration, new Event(2_000_000_000L, "warning", "It was slow."));
            store.addPhase(iteration, new PhaseSpan(1, Phase.DRAIN, false, 6_000_000_000L, 7_000_000_000L, 0, 1, false, 0, 0),
                    List.of(new OutcomeCount(1, "insert", Outcome.FAILURE, "No space is left.", 1, 1)),
                    List.of(new WorkerCount(1, 0, "writers", 1, 1, 1L, 1_000, Map.of("insert", 1L))));
            store.addReading(iteration, new TimedSnapshot(1_000_000_000L, TimedSnapshot.DURING, new MetricSnapshot("node",
                    Map.of("flush-write", 1e6), Map.of("in-memory-size", 1e6))));
        }
    }

    // ---- Watching ----

    private Pages watched() {
        Pages ada = pages(new NewContextOptions());
        Page page = ada.page();
        page.onDialog(this::asked);
        page.onRequest(request -> {
            String url = request.url();
            if (!url.startsWith(served().server().address()) && !url.startsWith("file:") && !url.startsWith("data:")) {
                wrong.add("a request to " + url);
            }
        });
        ada.open("/");
        ada.logIn("ada");
        return ada;
    }

    private void asked(Dialog dialog) {
        wrong.add("the browser asked: " + dialog.message());
        dialog.dismiss();
    }

    /** Looks at all of a page, with the pointer over each of its charts. */
    private void look(Page page, String what) {
        assertThat(page.locator("h1")).not().isEmpty();
        inspect(page, what);
        for (Locator chart : page.locator(".chart:has(svg)").all()) {
            chart.scrollIntoViewIfNeeded();
            BoundingBox box = chart.boundingBox();
            for (int step = 1; step <= 9; step += 2) {
                page.mouse().move(box.x + box.width * step / 10, box.y + box.height * (step % 4 == 1 ? 0.3 : 0.7));
                reportedTexts.add((String) chart.evaluate(TOLD));
            }
            for (Object point : (List<?>) chart.evaluate(POINTS)) {
                List<?> place = (List<?>) point;
                page.mouse().move(((Number) place.getFirst()).doubleValue(), ((Number) place.getLast()).doubleValue());
                reportedTexts.add((String) chart.evaluate(TOLD));
            }
            inspect(page, what + ", pointing at " + chart.getAttribute("aria-label"));
        }
    }

    private static String drawn(List<String> all) {
        return all.get(Effort.random(HostileTextsTest.class).nextInt(all.size()));
    }

    private void inspect(Page page, String what) {
        ((List<?>) page.evaluate(ACTING)).forEach(element -> wrong.add(what + ": " + element));
    }

    // ---- Archives ----

    /** Every string of a document changed, and the names in its maps; {@code place} tells which. */
    private JsonNode changed(JsonNode node, String place, boolean named, UnaryOperator<String> change, Set<String> places) {
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode copy = json.createObjectNode();
                object.properties().forEach(p -> {
                    boolean map = MAPS.contains(place.substring(place.lastIndexOf('/') + 1));
                    String below = place + "/" + (map ? "*" : p.getKey());
                    String name = map && (named || places.contains(below + " (name)")) ? change.apply(p.getKey()) : p.getKey();
                    copy.set(name, changed(p.getValue(), below, named, change, places));
                });
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = json.createArrayNode();
                array.forEach(element -> copy.add(changed(element, place + "/*", named, change, places)));
                yield copy;
            }
            case StringNode text when named || places.contains(place) -> StringNode.valueOf(change.apply(text.stringValue()));
            default -> node;
        };
    }

    private static void places(JsonNode node, String place, Set<String> found) {
        switch (node) {
            case ObjectNode object -> object.properties().forEach(p -> {
                boolean map = MAPS.contains(place.substring(place.lastIndexOf('/') + 1));
                if (map) {
                    found.add(place + "/* (name)");
                }
                places(p.getValue(), place + "/" + (map ? "*" : p.getKey()), found);
            });
            case ArrayNode array -> array.forEach(element -> places(element, place + "/*", found));
            case StringNode text -> found.add(place);
            default -> { }
        }
    }

    private Map<String, byte[]> exported() throws IOException {
        Path file = folder().resolve("texts.zip");
        served().workbench().store().export(List.of("texts"), file);
        served().workbench().delete("texts");
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
            }
        }
        return entries;
    }

    /** The documents of an entry, one a line. */
    private List<JsonNode> documents(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8).lines().map(line -> (JsonNode) json.readTree(line)).toList();
    }

    private Path hostile(Map<String, byte[]> entries, Set<String> places, String payload) throws IOException {
        Path file = folder().resolve("hostile.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                String name = entry.getKey();
                out.putNextEntry(new ZipEntry(name));
                out.write(!name.endsWith("json") ? entry.getValue() : documents(entry.getValue()).stream()
                        .map(d -> json.writeValueAsString(changed(d, last(name), false, text -> text + payload, places)))
                        .collect(Collectors.joining("\n", "", "\n")).getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** The places that may hold it; of the others it is refused, in one line. */
    private Set<String> taken(Map<String, byte[]> entries, String payload) throws IOException {
        Set<String> all = new TreeSet<>();
        entries.forEach((name, bytes) -> {
            if (name.endsWith("json")) {
                documents(bytes).forEach(d -> places(d, last(name), all));
            }
        });
        Set<String> taken = new TreeSet<>();
        for (String place : all) {
            try {
                forget(served().workbench().importFile(hostile(entries, Set.of(place), payload), "x.zip", Optional.empty())
                        .labels());
                taken.add(place);
            } catch (InvalidInputException e) {
                assertThat(e.getMessage()).as(place).startsWith("x.zip").hasLineCount(1);
            }
        }
        return taken;
    }

    private void forget(List<String> labels) {
        labels.forEach(served().workbench()::delete);
    }

    @Test
    void inEveryStringOfAnArchive() throws Exception {
        Map<String, byte[]> entries = exported();
        Pages ada = watched();
        List<String> payloads = Effort.full() ? PAYLOADS : List.of(PAYLOADS.get(0) + PAYLOADS.get(1), PAYLOADS.get(2));
        for (String payload : Effort.thorough() ? payloads : List.of(drawn(payloads))) {
            Set<String> taken = taken(entries, payload);
            assertThat(taken).contains("batch.json/label", "batch.json/measures/*/title", "batch.json/measures/*/help",
                    "batch.json/yaml", "iterations.ndjson/verdict", "iterations.ndjson/events/*/text",
                    "iterations.ndjson/settings/*/name", "iterations.ndjson/settings/*/text",
                    "iterations.ndjson/outcomes/*/reason", "iterations.ndjson/workers/*/group",
                    "iterations.ndjson/readings/*/reading/node");
            assertThat(taken).doesNotContain("batch.json/measures/*/unit", "batch.json/measures/*/name");
            String label = served().workbench().importFile(hostile(entries, taken, payload), "x.zip", Optional.empty())
                    .labels().getFirst();
            String path = ReportPages.path(label);
            String compared = path.substring(path.lastIndexOf('/') + 1);
            for (String place : List.of("/", "/reports", path, "/compare?a=others&b=" + compared, "/export", "/jobs", "/status")) {
                assertThat(ada.page().navigate(served().server().address() + place).status()).as(place).isEqualTo(200);
                look(ada.page(), place);
            }
            Path file = Files.write(folder().resolve("report.html"), served().loggedIn("ada").download(path + "/as/html"));
            ada.page().navigate(file.toUri().toString());
            look(ada.page(), "the file");
            assertThat(wrong).isEmpty();
            assertThat(reportedTexts).as("said beside the pointer, as it stands there")
                    .anyMatch(t -> t.contains(payload.substring(0, 20)));
            forget(List.of(label));
        }
    }

    // ---- Charts ----

    /** What charts are drawn from that no store of a few seconds has. */
    private static final String MORE = """
            {"ramps": [{"param": "rate", "knee": 1.5, "certain": true, "mark": "sustained", "limit": 1.8, "panels": [
                {"title": "Throughput", "unit": "/s", "points": [[1, 10], [2, 20, 18, 22]]},
                {"title": "p99", "unit": "ms", "points": [[1, 1], [2, 2]]}]}],
             "recall": {"title": "p99", "unit": "ms", "decimals": 2, "least": 95, "lines": [
                {"name": "ef 1", "points": [{"recall": 94, "response": [1, 0.9, 1.1], "candidates": "10"},
                    {"recall": 97, "response": [2], "candidates": "20"}]},
                {"name": "ef 2", "points": [{"recall": 96, "response": [3], "candidates": "10"}]}]},
             "styles": {"names": ["xml", "json"], "parts": [{"name": "map", "values": [1, 2]}, {"name": "call", "values": [2, 3]}]},
             "size": {"dimension": "documents", "levels": ["10", "20"], "reads": {"title": "reads", "unit": "/s", "points": [[1], [2]]},
                "responses": [{"title": "p50", "unit": "ms", "points": [[1], [2]]}]},
             "sorted": {"unit": "queries", "lines": [{"name": "a", "line": [[0, 1], [50, 2], [100, 3]], "points": [[1, 1], [10, 2]]}]},
             "machine": {"name": "CPU", "unit": "%", "stacked": true, "spans": [[0, 2], [2, 4], [4, 6]], "lines": [
                {"name": "user", "values": [10, 20, 30]}, {"name": "system", "values": [1, 2, 3]}]},
             "pairs": [{"unit": "/s", "sides": [
                {"name": "before", "windows": [[0, 1, 10, 0, 0], [1, 2, 11, 0, 0]], "latency": {"insert": [[1, 2], [1, 2]]}},
                {"name": "after", "windows": [[0, 1, 12, 0, 0], [1, 2, 13, 0, 0]], "latency": {"insert": [[1, 2], [1, 2]]}}]}]}""";

    private static final List<String> BOXES = List.of("ramp=\"0\"", "recall", "styles", "size=\"0\"", "sorted=\"0\"", "hits=\"0\"",
            "pair=\"0\"");

    /** A report's file with every kind of chart, and the payload behind every string that these are drawn from. */
    private String everyChart(String file, String payload) {
        ObjectNode data = (ObjectNode) json.readTree(between(file, "id=\"data\">"));
        ObjectNode more = (ObjectNode) json.readTree(MORE);
        JsonNode pairs = more.remove("pairs");
        ((ArrayNode) data.get("traces").get(0).get("machines")).add(more.remove("machine"));
        JsonNode usual = data.get("usual");
        data.setAll(more);
        data = (ObjectNode) changed(data, "", true, text -> text + payload, Set.of());
        data.set("usual", usual); // which names controls of the page
        String boxes = BOXES.stream().map(box -> "<figure class=\"wide\"><figcaption><h3>More</h3></figcaption><div class=\"chart tall\" "
                + "role=\"img\" aria-label=\"" + box.replaceAll("\\W", "") + "\" data-" + box + "></div></figure>")
                .collect(Collectors.joining());
        return file.replace(between(file, "id=\"data\">"), inScript(data))
                .replace("id=\"pairs\">" + between(file, "id=\"pairs\">"), "id=\"pairs\">"
                        + inScript(changed(pairs, "", true, text -> text + payload, Set.of())))
                .replace("</main>", boxes + "</main>");
    }

    private static String between(String file, String mark) {
        int from = file.indexOf(mark) + mark.length();
        return file.substring(from, file.indexOf("</script>", from));
    }

    private String inScript(JsonNode node) {
        return json.writeValueAsString(node).replace("<", "\\u003c");
    }

    @Test
    void inEveryStringThatChartsAreDrawnFrom() throws Exception {
        byte[] report = served().loggedIn("ada").download(ReportPages.path("texts") + "/as/html");
        Pages ada = watched();
        for (String payload : Effort.full() ? PAYLOADS : List.of(String.join("", PAYLOADS))) {
            Path file = Files.writeString(folder().resolve("charts.html"), everyChart(new String(report, StandardCharsets.UTF_8),
                    payload));
            for (String theme : Effort.thorough() ? THEMES : List.of(drawn(THEMES))) {
                ada.page().navigate(file.toUri().toString());
                ada.page().evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme);
                assertThat(ada.at(".chart:has(svg)")).hasCount(ada.at(".chart").count());
                look(ada.page(), "every chart, " + theme);
            }
        }
        assertThat(wrong).isEmpty();
        List<String> shown = new ArrayList<>(reportedTexts);
        for (String part : List.of("rate", "candidates 10", "map", "documents", "CPU", "hits", "ef 1")) {
            assertThat(shown).as(part).anyMatch(t -> t.contains(part) && t.contains("<img src=x onerror"));
        }
    }

    // ---- Files and engines ----

    @Test
    void inTheNameOfAFileAndInWhatAnEngineSays() {
        String payload = PAYLOADS.getFirst();
        served().workbench().targets().put("gone", "file", Map.of("file", folder() + "/" + payload));
        Pages ada = watched();
        ada.open("/import");
        ada.page().getByLabel("File").first().setInputFiles(new FilePayload(payload + ".zip", "application/zip",
                "no zip".getBytes(StandardCharsets.UTF_8)));
        ada.press("Import");
        assertThat(ada.at(".complaint")).containsText("<img src=x onerror");
        forgive("400");
        look(ada.page(), "the refused file");
        ada.open("/targets/named/gone/doctor");
        ada.press("Examine gone");
        assertThat(ada.at("#diagnosis .answer")).containsText("does not work on gone");
        assertThat(ada.at("#diagnosis")).containsText("<img src=x onerror");
        for (String place : List.of("/targets", "/targets/named/gone", "/targets/named/gone/doctor")) {
            ada.open(place);
            look(ada.page(), place);
        }
        assertThat(wrong).isEmpty();
    }
}
