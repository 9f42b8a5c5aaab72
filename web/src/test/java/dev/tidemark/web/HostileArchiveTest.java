package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.testing.Effort;
import dev.tidemark.web.Browser.Answer;
import dev.tidemark.web.reports.ReportPages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An export that somebody has written by hand: in every place of it, one by one, something that no run would put there;
 * a part of that each day. It is refused in one line, or it is shown as the text that it is; no page breaks of it.
 */
@Timeout(900)
class HostileArchiveTest {

    private static final String SCRIPT = "</script><script>alert('hostile')</script>";
    /** One in so many is tried where only what is quick is. */
    private static final int TODAY = 12;

    private static final List<Object> FOR_TEXTS = List.of(SCRIPT, "", "x".repeat(20_000));
    private static final List<Object> FOR_NUMBERS = List.of(-1L, Long.MAX_VALUE, 1e308);

    @TempDir
    private Path folder;

    @TempDir
    private Path elsewhere;

    private final JsonMapper json = JsonMapper.shared();
    private final List<String> wrong = new ArrayList<>();
    private int taken;

    /** A run with everything that a run leaves. */
    private static Map<String, byte[]> exported(Served served) throws Exception {
        served.workbench().jobs().submit("""
                label: run
                workload: ingest
                target: 'null'
                tags: {disk-type: EBS}
                set: {documents: 300, payload: 100, workers: 2, warm-up: none, service-time: 1ms}
                vary: {batch-size: [1, 2]}
                plan: {order: given, fork: none}
                """, "ada", new JobOptions(false, true, Optional.empty()));
        served.processor().start();
        Clock clock = Clock.system();
        while (served.workbench().jobs().queue().all().getFirst().state() != JobState.DONE) {
            clock.sleepUntil(clock.nanoTime() + Duration.ofMillis(100).toNanos());
            assertThat(Thread.currentThread().isInterrupted()).as("the time limit has passed").isFalse();
        }
        Map<String, byte[]> entries = new LinkedHashMap<>();
        byte[] zip = served.loggedIn("ada").download("/export/as/zip");
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry; (entry = in.getNextEntry()) != null;) {
                entries.put(entry.getName(), in.readAllBytes());
            }
        }
        return entries;
    }

    private static byte[] zip(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        }
        return bytes.toByteArray();
    }

    /** Pointers to all values below a node; of the elements of an array only the first's. */
    private static void pointers(JsonNode node, String at, Set<String> found) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(p -> pointers(p.getValue(), at + "/" + p.getKey(), found));
        } else if (node instanceof ArrayNode array && !array.isEmpty()) {
            pointers(array.get(0), at + "/0", found);
        } else if (node.isValueNode()) {
            found.add(at);
        }
    }

    private JsonNode changed(JsonNode document, String pointer, Object value) {
        JsonNode copy = document.deepCopy();
        int last = pointer.lastIndexOf('/');
        JsonNode parent = copy.at(pointer.substring(0, last));
        String name = pointer.substring(last + 1);
        JsonNode node = json.valueToTree(value);
        if (parent instanceof ArrayNode array) {
            array.set(Integer.parseInt(name), node);
        } else {
            ((ObjectNode) parent).set(name, node);
        }
        return copy;
    }

    /** Something else in the place of a document. */
    private record Changed(String entry, String place, Object value) {
        @Override
        public String toString() {
            String shown = String.valueOf(value);
            return entry.replaceAll("batches/[^/]*/", "") + place + " = "
                    + shown.substring(0, Math.min(40, shown.length()));
        }
    }

    private Map<String, byte[]> hostile(Map<String, byte[]> entries, Changed change) {
        String text = new String(entries.get(change.entry()), StandardCharsets.UTF_8);
        String first = text.lines().findFirst().orElseThrow();
        String line = json.writeValueAsString(changed(json.readTree(first), change.place(), change.value()));
        Map<String, byte[]> hostile = new LinkedHashMap<>(entries);
        hostile.put(change.entry(), (line + text.substring(first.length())).getBytes(StandardCharsets.UTF_8));
        return hostile;
    }

    @Test
    void inEveryPlaceOfAnExport() throws Exception {
        try (Served served = Served.with(folder); Served other = Served.with(elsewhere)) {
            Map<String, byte[]> entries = exported(served);
            List<Changed> all = new ArrayList<>();
            for (String name : entries.keySet()) {
                if (!name.endsWith("json")) {
                    continue; // the series, which have tests of their own
                }
                String text = new String(entries.get(name), StandardCharsets.UTF_8);
                String first = text.lines().findFirst().orElseThrow();
                JsonNode document = json.readTree(first);
                Set<String> places = new LinkedHashSet<>();
                pointers(document, "", places);
                for (String place : places) {
                    for (Object value : document.at(place).isNumber() ? FOR_NUMBERS : FOR_TEXTS) {
                        all.add(new Changed(name, place, value));
                    }
                }
            }
            Browser ada = other.loggedIn("ada");
            for (Changed change : Effort.today(TODAY, all, getClass())) {
                look(other, ada, change.toString(), zip(hostile(entries, change)));
            }
            assertThat(wrong).isEmpty();
            assertThat(taken).as("some are texts as good as any").isPositive();
            assertThat(other.failures()).isEmpty();
        }
    }

    private void look(Served other, Browser ada, String what, byte[] zip) throws Exception {
        ada.get("/import");
        Answer answer = ada.upload("/import", "x.zip", zip);
        if (answer.status() == 400) {
            if (!answer.body().contains("nothing was imported") && !answer.body().contains("x.zip")) {
                wrong.add(what + ": refused without a word: " + answer.body());
            }
            assertThat(other.workbench().store().labels()).as(what).isEmpty();
            return;
        }
        if (answer.status() != 303) {
            wrong.add(what + ": " + answer.status());
            return;
        }
        taken++;
        for (String label : other.workbench().store().labels().stream().map(LabelSummary::label).toList()) {
            String path = ReportPages.path(label);
            for (String page : List.of("/reports", path, path + "/as/json", path + "/as/tsv", path + "/as/html",
                    "/export")) {
                Answer seen = ada.get(page);
                if (seen.status() != 200) {
                    wrong.add(what + " at " + page + ": " + seen.status());
                }
                if (!seen.header("Content-Type").contains("json") && seen.header("Content-Type").contains("html")
                        && seen.body().contains("<script>alert('hostile')")) {
                    wrong.add(what + " at " + page + ": taken for markup");
                }
            }
            other.workbench().delete(label);
        }
    }
}
