package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.web.api.Api;
import dev.tidemark.web.http.Access;
import dev.tidemark.web.http.ClientKind;
import dev.tidemark.web.http.Route;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The OpenAPI document, read by a parser that is not ours. */
@Timeout(300)
class OpenApiTest {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    @TempDir
    private Path folder;

    private static List<Operation> operations(OpenAPI document) {
        return document.getPaths().values().stream().flatMap(p -> p.readOperations().stream()).toList();
    }

    @Test
    void theDocumentIsValid() {
        SwaggerParseResult read = new OpenAPIV3Parser().readContents(Api.description("1.2.3"), null, null);
        assertThat(read.getMessages()).isEmpty();
        OpenAPI document = read.getOpenAPI();
        assertThat(document.getOpenapi()).isEqualTo("3.1.0");
        assertThat(document.getInfo().getVersion()).isEqualTo("1.2.3");
        assertThat(document.getComponents().getSchemas()).containsKeys("Report", "Experiment", "Problem", "JobDetail");
        Schema<?> confirmation = document.getComponents().getSchemas().get("Confirmation");
        assertThat(confirmation.getProperties()).containsKeys("ratio", "adjustedP", "significant", "table");
        assertThat(confirmation.getRequired()).contains("ratio", "significant").doesNotContain("adjustedP");
        assertThat(operations(document)).extracting(Operation::getOperationId).doesNotHaveDuplicates()
                .allMatch(id -> id.matches("[a-z][A-Za-z]+"));
        assertThat(operations(document)).allSatisfy(o -> {
            assertThat(o.getSummary()).endsWith(".");
            assertThat(o.getResponses()).containsKeys("401", "503");
            assertThat(o.getSecurity()).isNotEmpty();
        });
        assertThat(operations(document)).filteredOn(o -> o.getResponses().containsKey("429"))
                .extracting(Operation::getOperationId).containsExactly("statusEvents");
        assertThat(operations(document)).filteredOn(o -> o.getResponses().containsKey("507"))
                .extracting(Operation::getOperationId).containsExactly("importFile");
    }

    @Test
    void everyRouteForProgramsIsInItAndNothingElse() throws Exception {
        try (Served served = Served.with(folder)) {
            List<Route> routes = served.server().routes().stream().filter(r -> r.clientKind() == ClientKind.PROGRAM)
                    .toList();
            assertThat(new Described(Api.description("test")).operations()).containsExactlyInAnyOrderElementsOf(
                    routes.stream().map(r -> r.method() + " " + r.path()).collect(Collectors.toList()));
        }
    }

    /** Of the manual's table: in each line a method or several with a path, or the last part of another such path. */
    private static List<String> inTheManual() throws IOException {
        Path manual = Path.of("").toAbsolutePath().getParent().resolve("docs/http-api.md");
        List<String> operations = new ArrayList<>();
        for (String line : Files.readAllLines(manual).stream().filter(l -> l.startsWith("| `")).toList()) {
            String methods = "";
            String path = "";
            for (Matcher code = CODE.matcher(line.split("\\|")[1]); code.find();) {
                String said = code.group(1).replaceFirst("\\?.*", "");
                boolean beside = said.startsWith("/") && said.lastIndexOf('/') == 0;
                methods = said.startsWith("/") ? methods : said.substring(0, said.indexOf(" /"));
                path = beside ? path.substring(0, path.lastIndexOf('/')) + said : said.substring(said.indexOf('/'));
                for (String method : methods.split(" ")) {
                    operations.add(method + " /api/v1" + path.replaceAll("[A-Z]+", "{}"));
                }
            }
        }
        return operations;
    }

    @Test
    void theManualTellsOfEveryOperationAndOfNoOther() throws Exception {
        List<String> declared = new Described(Api.description("test")).operations().stream()
                .map(o -> o.replaceAll("\\{[a-z]+}", "{}")).filter(o -> !o.equals("GET /metrics")).toList();
        assertThat(inTheManual()).containsExactlyInAnyOrderElementsOf(declared);
    }

    /** Whoever reads the document must not be told that a reader's token is enough where it is not. */
    @Test
    void whoMayIsTold() throws Exception {
        OpenAPI document = new OpenAPIV3Parser().readContents(Api.description("test"), null, null).getOpenAPI();
        try (Served served = Served.with(folder)) {
            List<String> wrong = new ArrayList<>();
            for (Route route : served.server().routes()) {
                if (route.clientKind() == ClientKind.PROGRAM) {
                    Operation operation = document.getPaths().get(route.path()).readOperationsMap().entrySet().stream()
                            .filter(e -> e.getKey().name().equals(route.method().name())).findFirst().orElseThrow()
                            .getValue();
                    boolean administrators = route.access() == Access.ADMINISTRATOR;
                    if (operation.getResponses().containsKey("403") != administrators
                            || operation.getDescription().startsWith("For administrators") != administrators) {
                        wrong.add(route.toString());
                    }
                }
            }
            assertThat(wrong).isEmpty();
        }
    }
}
