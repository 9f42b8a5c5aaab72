package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.driver.contract.StandInServer;
import dev.tidemark.report.write.CsvTable;
import dev.tidemark.store.ResultStore;
import dev.tidemark.testing.ByTurns;
import dev.tidemark.testing.Effort;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * What a terminal, a log, a spreadsheet or a build would act upon, in every string of an archive, one after the other:
 * it is refused in one line that shows it, or taken, and no output has it as it is. HostileTextsTest has the same of
 * what a browser acts upon.
 */
@ByTurns(days = 10, heldBy = {"TerminalOutputTest", "CsvTableTest"})
@Timeout(600)
class HostileStringsTest {

    private static final String FOR_TERMINALS = "\u001b]0;PWNED\u0007\u001b[2J\u009b31m\u202e\u2028\r\nInjected: line";
    private static final String FOR_SPREADSHEETS = "=cmd|' /C calc'!A1";
    private static final Pattern ACTING = Pattern.compile(
            "[\\p{Cc}&&[^\\n\\t]]|[\\u2028\\u2029\\u200e\\u200f\\u061c\\u202a-\\u202e\\u2066-\\u2069]|(?m)^Injected");
    /** Of so many places one is tried each day. */
    private static final int SOME = 24;

    @TempDir
    private Path folder;
    private final JsonMapper json = JsonMapper.shared();
    private Program program;
    private Map<String, byte[]> entries;
    private Path other;

    @BeforeEach
    void export() throws IOException {
        program = new Program(folder);
        other = folder.resolve("other.db");
        program.run("ingest", "--target", "null", "--label", "run", "--documents", "40", "--warm-up", "none",
                "--batch-size", "1,2", "--tag", "disk-type=EBS", "--expect", "failures=0", "--order", "given").ok();
        Path zip = program.file("run.zip");
        program.run("export", "run", "--to", zip.toString()).ok();
        entries = new LinkedHashMap<>();
        try (ZipFile read = new ZipFile(zip.toFile())) {
            for (ZipEntry entry : read.stream().toList()) {
                entries.put(entry.getName(), read.getInputStream(entry).readAllBytes());
            }
        }
    }

    @AfterEach
    void end() {
        program.close();
    }

    // ---- Archives ----

    private List<JsonNode> documents(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8).lines().map(line -> (JsonNode) json.readTree(line)).toList();
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    private static void places(JsonNode node, String place, Set<String> found) {
        switch (node) {
            case ObjectNode object -> object.properties().forEach(p -> places(p.getValue(), place + "/" + p.getKey(),
                    found));
            case ArrayNode array -> array.forEach(element -> places(element, place + "/*", found));
            case StringNode text -> found.add(place);
            default -> { }
        }
    }

    private JsonNode changed(JsonNode node, String place, Collection<String> places, String payload) {
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode copy = json.createObjectNode();
                object.properties().forEach(p -> copy.set(p.getKey(), changed(p.getValue(), place + "/" + p.getKey(),
                        places, payload)));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = json.createArrayNode();
                array.forEach(element -> copy.add(changed(element, place + "/*", places, payload)));
                yield copy;
            }
            case StringNode text when places.contains(place) -> StringNode.valueOf(payload + text.stringValue());
            default -> node;
        };
    }

    /** Imports it with a payload before some strings. */
    private Ran imported(Collection<String> places, String payload) throws IOException {
        Path file = folder.resolve("hostile.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                String name = entry.getKey();
                out.putNextEntry(new ZipEntry(name));
                out.write(!name.endsWith("json") ? entry.getValue() : documents(entry.getValue()).stream()
                        .map(d -> json.writeValueAsString(changed(d, last(name), places, payload)))
                        .collect(Collectors.joining("\n", "", "\n")).getBytes(StandardCharsets.UTF_8));
            }
        }
        return Program.onStore(other, "import", file.toString());
    }

    private List<String> drawn() {
        Set<String> all = new TreeSet<>();
        entries.forEach((name, bytes) -> {
            if (name.endsWith("json")) {
                documents(bytes).forEach(d -> places(d, last(name), all));
            }
        });
        assertThat(all).hasSizeGreaterThan(60);
        return Effort.oneIn(SOME, List.copyOf(all), getClass());
    }

    private static void requirePlain(String what, String text) {
        assertThat(ACTING.matcher(text).results().map(found -> what + ": " + found.start() + " of "
                + text.substring(Math.max(0, found.start() - 40), Math.min(text.length(), found.end() + 40))))
                .as(what).isEmpty();
    }

    // ---- Outputs ----

    /** Everything that can be asked of a label. */
    private void look(String what) throws Exception {
        String label;
        try (ResultStore store = ResultStore.open(other)) {
            label = store.labels().getFirst().label();
        }
        Path junit = folder.resolve("junit.xml");
        Path picture = folder.resolve("picture.svg");
        List<List<String>> lines = Stream.of("report L", "report L --tsv", "report L --raw", "report L --json",
                "report L --markdown", "report L --text", "show L", "show L --json", "show L --events",
                "show L --workers", "show L --slowest", "compare L --by batch-size", "compare L --by batch-size --tsv",
                "compare L --by batch-size --json", "list", "list --json", "list --text", "check", "again L --dry-run",
                "report L --junit " + junit, "report L --picture " + picture)
                .map(line -> Stream.of(line.split(" ")).map(word -> word.equals("L") ? label : word).toList()).toList();
        for (List<String> line : lines) {
            Ran ran = Program.onStore(other, line.toArray(String[]::new));
            assertThat(ran.status()).as(what + ", " + line + ": " + ran.err()).isIn(ExitStatus.DONE,
                    ExitStatus.BAD_INPUT);
            requirePlain(what + ", " + line, ran.out() + ran.err());
            if (line.contains("--tsv") || line.contains("--raw")) {
                assertThat(CsvTable.ofTsv(ran.out()).lines().flatMap(row -> Stream.of(row.split(","))))
                        .as(what + ", " + line).noneMatch(cell -> cell.matches("\"?[=@+].*"));
            }
        }
        for (Path file : List.of(junit, picture)) {
            if (Files.exists(file)) {
                requirePlain(what + ", " + file.getFileName(), Files.readString(file));
                DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile());
                Files.delete(file);
            }
        }
        Program.onStore(other, "delete", label).ok();
    }

    /** In each place by itself, and in all that take it at once. */
    private void inEach(String payload) throws Exception {
        List<String> taken = new ArrayList<>();
        for (String place : drawn()) {
            Ran ran = imported(List.of(place), payload);
            requirePlain("import, " + place, ran.out() + ran.err());
            if (ran.status() == ExitStatus.DONE) {
                taken.add(place);
                look(place);
            } else {
                assertThat(ran.status()).as(place).isEqualTo(ExitStatus.BAD_INPUT);
                assertThat(ran.err()).as(place).hasLineCount(1);
            }
        }
        if (!taken.isEmpty()) {
            imported(taken, payload).ok();
            look("all of " + taken);
        }
    }

    @Test
    void whatATerminalOrALogWouldActUponIsNowhereAsItIs() throws Exception {
        inEach(FOR_TERMINALS);
    }

    // ---- Servers ----

    /** As what it is, and as what it refuses with. */
    @Test
    void whatAServerSaysIsNowhereAsItIs() throws Exception {
        String said = json.writeValueAsString(Map.of("name", FOR_TERMINALS, "cluster_name", FOR_TERMINALS, "version",
                Map.of("distribution", "opensearch", "number", "2.1" + FOR_TERMINALS), "error", Map.of("type",
                        FOR_TERMINALS, "reason", FOR_TERMINALS)));
        for (int status : new int[] {200, 400, 503}) {
            try (StandInServer server = new StandInServer(asked -> asked.path().equals("/")
                    ? StandInServer.Reply.json(said) : new StandInServer.Reply(status, "application/json", said))) {
                for (List<String> line : List.of(List.of("doctor", "--target", "opensearch"), List.of("doctor",
                        "--json", "--target", "opensearch"), List.of("query", "--target", "opensearch", "--label", "told",
                                "--documents", "10", "--warm-up", "none"))) {
                    Ran ran = Program.onStore(other, Stream.concat(line.stream(), Stream.of("--address",
                            server.address())).toArray(String[]::new));
                    assertThat(ran.status()).as(line + ": " + ran.err()).isEqualTo(ExitStatus.FAILED);
                    assertThat(ran.out() + ran.err()).contains("PWNED");
                    requirePlain(status + ", " + line, ran.out() + ran.err());
                }
                look("what a server says with " + status);
            }
        }
    }

    @Test
    void whatASpreadsheetWouldActUponIsPlainInTables() throws Exception {
        inEach(FOR_SPREADSHEETS);
    }
}
