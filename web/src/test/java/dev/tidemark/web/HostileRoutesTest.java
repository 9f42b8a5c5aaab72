package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.store.results.StoredDataset;
import dev.tidemark.testing.Effort;
import dev.tidemark.web.Browser.Answer;
import dev.tidemark.web.HtmlForms.Filled;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.Route;
import io.javalin.http.HandlerType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What nobody types, in every field of every form and in every address, whatever stands in the route table. Nothing
 * breaks, nothing is changed but by a text that was stored as the text that it is, and none is ever taken for markup.
 * Names that a page does not know are tried together, and of the many single ones a part.
 */
@Timeout(900)
class HostileRoutesTest {

    private static final String SCRIPT = "<script>alert('hostile')</script>";
    private static final String IMAGE = "\"'><img src=x onerror=alert(1)>";

    private static final List<String> VALUES = List.of(
            "'; DROP TABLE iteration; --", "\" OR 1=1 --", SCRIPT, IMAGE, "../../../../etc/passwd",
            "x\r\nSet-Cookie: hostile=1", "${7*7}{{7*7}}<%=7*7%>", "\u0001\u001b[2J\u202E\u2028", "-1",
            "99999999999999999999", "1e309", "NaN", "x".repeat(100_000));
    /** For what has a field for each of many settings. */
    private static final List<String> FEW = List.of("'; DROP TABLE iteration; --", SCRIPT, "-1", "x".repeat(100_000));
    /** As they stand in a body or an address: no text at all. */
    private static final List<String> BYTES = List.of("%00", "a%00b", "%ff%fe", "%c0%af", "%zz", "%");

    /** One in so many requests that differ by a foreign name alone: nearly all are answered by the same line. */
    private static final int FOREIGN = 16;
    /** One in so many of the settings, whose fields are all made by one rule, where only what is quick is tried. */
    private static final int SETTINGS = 16;
    /** One in so many of the others, then. */
    private static final int TODAY = 4;

    /** What pages look for in their address. */
    private static final List<String> ASKED = List.of("q", "page", "label", "a", "b", "by", "iteration", "points",
            "job", "to", "x", "xaxis", "columns", "sort");

    /** Fields that hold a secret, which is stored as its hash; and boxes, which say yes whatever they hold. */
    private static final Set<String> NOT_STORED_AS_TEXT = Set.of("password", "again", "alongside", "folders");

    @TempDir
    private Path folder;

    private Served served;
    private Browser ada;
    private Snapshot store;
    private Map<String, String> known;
    private final List<String> wrong = new ArrayList<>();

    @BeforeEach
    void serve() throws Exception {
        served = Served.with(folder);
        Stored.label(served.workbench().store(), "L", 2);
        Stored.label(served.workbench().store(), "M", 2);
        served.workbench().targets().put("T", "null", Map.of());
        served.workbench().agents().put("A", "exec:'exit 3 #'");
        served.workbench().store().putDataset(new StoredDataset("D", "null", Map.of(), folder.resolve("D")));
        served.workbench().jobs().submit("label: J\nworkload: ingest\ntarget: 'null'\n", "ada",
                new JobOptions(false, false, Optional.of(Instant.parse("2100-01-01T00:00:00Z"))));
        long job = served.workbench().jobs().queue().all().getFirst().id();
        known = Map.of("/reports", "L", "/jobs", String.valueOf(job), "/targets", "T", "/agents", "A", "/datasets", "D", "/users",
                "rob", "/setup", "secret", "/assets", "web.css");
        Files.createDirectories(folder.resolve("results.db-work").resolve("iteration-1")); // so that L has content
        Files.createDirectories(folder.resolve("results.db-exchange"));
        Files.writeString(folder.resolve("results.db-exchange").resolve("there.csv"), "batch-size,elapsed\n1,10\n");
        ada = served.loggedIn("ada");
        store = new Snapshot(folder.resolve("results.db"), folder.resolve("before.db"));
    }

    @AfterEach
    void nothingBroke() throws Exception {
        store.close();
        assertThat(wrong).isEmpty();
        assertThat(folder.resolve("results.db-exchange").toFile().list()).containsExactly("there.csv");
        assertThat(served.failures()).isEmpty();
        served.close();
    }

    // ---- Where input goes ----

    /** The pages; programs have an interface of their own. */
    private List<Route> routes(HandlerType method) {
        return served.server().routes().stream().filter(r -> r.method() == method)
                .filter(r -> !r.path().startsWith("/api")).toList();
    }

    /** A path of the route that leads to something, but for one place that is filled with something else. */
    private String path(Route route, String place, String filling) {
        String section = "/" + route.path().split("/", -1)[1];
        StringBuilder path = new StringBuilder();
        for (String segment : route.path().substring(1).split("/", -1)) {
            boolean varies = segment.startsWith("{");
            String usual = segment.equals("{form}") ? "tsv" : known.getOrDefault(section, "x");
            path.append('/').append(varies ? segment.equals(place) ? filling : usual : segment);
        }
        return path.toString();
    }

    private static List<String> places(Route route) {
        return Pattern.compile("\\{[a-z]+}").matcher(route.path()).results().map(m -> m.group()).toList();
    }

    private List<String> pages() {
        List<String> pages = new ArrayList<>(routes(HandlerType.GET).stream().filter(r -> !r.path().contains("events"))
                .filter(r -> !r.path().startsWith("/assets")).map(r -> path(r, "", "")).toList());
        pages.addAll(List.of("/export?label=L", "/targets/new?driver=null", "/new?plan=study", "/new?plan=ramp",
                "/new?workload=random-io", "/defaults?workload=random-io"));
        return pages;
    }

    private List<Filled> forms() throws Exception {
        Map<String, Filled> forms = new LinkedHashMap<>();
        for (String page : pages()) {
            for (Filled form : HtmlForms.changes(ada.get(page).body())) {
                forms.putIfAbsent(form.action() + form.fields().keySet(), form);
            }
        }
        for (Filled form : HtmlForms.changes(served.anonymous().get("/login").body())) {
            forms.put(form.action(), form);
        }
        return forms.values().stream().filter(f -> !f.action().equals("/logout")).toList();
    }

    /** For each route that no page has a form for, one with every name there is. */
    private List<Filled> formsOfNoPage(List<Filled> forms) {
        Map<String, String> names = new LinkedHashMap<>(Map.of("x", ""));
        forms.forEach(f -> f.fields().keySet().forEach(name -> names.put(name, "")));
        return routes(HandlerType.POST).stream().filter(r -> !r.path().equals("/logout"))
                .filter(r -> forms.stream().noneMatch(f -> f.action().matches(pattern(r))))
                .map(r -> new Filled(path(r, "", ""), names)).toList();
    }

    private static String pattern(Route route) {
        return route.path().replaceAll("\\{[a-z]+}", "[^/]+");
    }

    // ---- What must hold ----

    /** @param hostile what was sent; empty where it was no text */
    private void check(String what, Answer answer, Optional<String> hostile, boolean mayBeStored) throws Exception {
        String shown = what.length() > 200 ? what.substring(0, 200) + "…" : what;
        if (answer.status() >= 500 || answer.status() < 200) {
            wrong.add(shown + ": " + answer.status());
        }
        String body = answer.body();
        for (String never : List.of(SCRIPT, "<img src=x", "Exception", "at dev.tidemark", "49{{", "root:x:0")) {
            if (body.contains(never)) {
                wrong.add(shown + ": the answer has " + never);
            }
        }
        if (answer.header("Set-Cookie").contains("hostile=1\n") || !answer.header("hostile").isEmpty()) {
            wrong.add(shown + ": a header was made");
        }
        boolean page = body.startsWith("<!DOCTYPE html>");
        if (answer.status() >= 400 && page && !body.contains("class=\"complaint\"") && !body.contains("class=\"wrong\"")
                && !body.contains("<p class=\"answer\">")) {
            wrong.add(shown + ": nothing tells what is wrong");
        }
        String difference = store.difference();
        if (!difference.isEmpty()) {
            boolean asText = mayBeStored && answer.status() == 303 && hostile.filter(h -> // a pair is stored in halves
                    Stream.of(h.replace("\r\n", "\n").split("=", 2)).map(String::strip).allMatch(difference::contains))
                    .isPresent();
            if (!asText) {
                wrong.add(shown + ": " + answer.status() + ", changed " + difference.lines().findFirst().orElseThrow());
            }
            store.putBack();
        }
    }

    /** A form in which one field has something else. */
    private record Try(Filled form, String field, String value) {
        @Override
        public String toString() {
            return form.action() + " " + field + "=" + value;
        }
    }

    private Answer post(Filled form, String field, String encoded) throws Exception {
        Map<String, String> fields = new LinkedHashMap<>(form.fields());
        fields.remove(field);
        String rest = Browser.body(fields);
        return ada.post(form.action(), "token=" + ada.token() + (rest.isEmpty() ? "" : "&" + rest) + "&"
                + encoded(field) + "=" + encoded);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private void sendText(Try what) throws Exception {
        Answer answer = post(what.form(), what.field(), encoded(what.value()));
        boolean secret = NOT_STORED_AS_TEXT.contains(what.field());
        if (secret && answer.status() == 303) {
            store.putBack();
        }
        check(what.toString(), answer, Optional.of(what.value()), !secret);
    }

    private void sendBytes(Try what) throws Exception {
        Answer answer = post(what.form(), what.field(), what.value());
        if (answer.status() != 400) {
            wrong.add(what + ": " + answer.status());
        }
        check(what.toString(), answer, Optional.empty(), false);
    }

    private static boolean isSetting(String field) {
        return field.startsWith("set.") || field.startsWith("vary.");
    }

    @Test
    void everyFieldOfEveryForm() throws Exception {
        List<Filled> forms = forms();
        ada.get("/jobs");
        Set<String> seen = new LinkedHashSet<>();
        List<Try> settings = new ArrayList<>();
        List<Try> texts = new ArrayList<>();
        List<Try> noTexts = new ArrayList<>();
        for (Filled form : forms) {
            for (String field : form.fields().keySet()) {
                if (!seen.add(form.action() + " " + field)) {
                    continue; // the same field of a form that is there for several plans
                }
                if (isSetting(field)) {
                    FEW.forEach(value -> settings.add(new Try(form, field, value)));
                    continue;
                }
                boolean many = form.fields().keySet().stream().anyMatch(HostileRoutesTest::isSetting);
                for (String value : many ? FEW : VALUES) {
                    if (form.action().equals("/datasets") && field.equals("name") && value.matches("\\w{1,99}")) {
                        continue; // a name as good as any, and a dataset would be made
                    }
                    if (form.action().equals("/checkup") && field.equals("keep")) {
                        continue; // whatever it is called, a load would be made
                    }
                    texts.add(new Try(form, field, value));
                }
                for (String bytes : many ? List.<String>of() : BYTES) {
                    noTexts.add(new Try(form, field, bytes));
                }
            }
        }
        for (Try what : Effort.today(TODAY, texts, getClass())) {
            sendText(what);
        }
        for (Try what : Effort.today(TODAY, noTexts, getClass())) {
            sendBytes(what);
        }
        for (Try what : Effort.today(SETTINGS, settings, getClass())) {
            sendText(what);
        }
        assertThat(forms).as("the forms were found").hasSizeGreaterThan(25);
        assertThat(ada.get("/reports").body()).contains(">L</a>");
    }

    @Test
    void everyNameThatThereIsWhereNoPageHasAForm() throws Exception {
        List<Filled> forms = formsOfNoPage(forms());
        ada.get("/jobs");
        List<Try> singles = new ArrayList<>();
        for (Filled form : forms) {
            for (String value : FEW) {
                String text = value.length() > 50 ? value.substring(0, 50) : value; // all of them fit into a form
                Map<String, String> all = new LinkedHashMap<>(form.fields());
                all.replaceAll((name, empty) -> text);
                check(form.action() + " all=" + value, ada.post(form.action(), "token=" + ada.token() + "&"
                        + Browser.body(all)), Optional.of(text), true);
                form.fields().keySet().forEach(field -> singles.add(new Try(form, field, value)));
            }
        }
        for (Try what : Effort.oneIn(FOREIGN, singles, getClass())) {
            sendText(what);
        }
        assertThat(forms).as("the routes were found").isNotEmpty();
    }

    @Test
    void tooManyFieldsAndTooMuchOfThem() throws Exception {
        List<Filled> forms = new ArrayList<>(forms());
        forms.addAll(formsOfNoPage(forms));
        ada.get("/jobs");
        for (Filled form : forms) {
            String rest = "token=" + ada.token() + "&";
            for (String body : List.of(rest + "x=1&".repeat(5000), rest + "x=" + "y".repeat(300_000),
                    rest + rest.repeat(3), "token=&" + rest)) {
                Answer answer = ada.post(form.action(), body);
                if (answer.status() != 413 && answer.status() != 403) {
                    wrong.add(form.action() + ": " + answer.status());
                }
                check(form.action(), answer, Optional.empty(), false);
            }
            for (String type : List.of("text/plain", "application/json", "multipart/form-data",
                    "multipart/form-data; boundary=\"", "x".repeat(3000), "application/x-www-form-urlencodedx")) {
                Answer answer = ada.post(form.action(), rest + "x=1", "Content-Type", type);
                if (answer.status() != 415 && answer.status() != 400) {
                    wrong.add(form.action() + " as " + type + ": " + answer.status());
                }
                check(form.action() + " as " + type, answer, Optional.empty(), false);
            }
        }
    }

    @Test
    void everyPlaceInEveryAddress() throws Exception {
        ada.get("/jobs");
        Set<String> names = new LinkedHashSet<>(ASKED);
        forms().forEach(f -> names.addAll(f.fields().keySet()));
        List<Asked> asked = new ArrayList<>();
        List<Asked> foreign = new ArrayList<>();
        List<String> raw = new ArrayList<>();
        for (Route route : served.server().routes()) {
            if (route.path().startsWith("/api") || route.path().equals("/logout")) {
                continue;
            }
            for (String place : places(route)) {
                for (String value : VALUES) {
                    asked.add(new Asked(route, path(route, place, value.length() > 5000 ? value.substring(0, 5000)
                            : Links.segment(value)), value));
                }
            }
            if (route.method() == HandlerType.GET) {
                for (String value : route.path().equals("/status/events") ? FEW : VALUES) {
                    String text = Links.query(value.length() > 50 ? value.substring(0, 50) : value);
                    asked.add(new Asked(route, path(route, "", "") + "?" + String.join("&", names.stream()
                            .map(n -> Links.query(n) + "=" + text).toList()), value));
                }
                boolean stream = route.path().equals("/status/events"); // of which there are only so many at a time
                for (String name : stream ? Set.of("iteration") : names) {
                    for (String value : List.of(SCRIPT, "-1", "'; DROP TABLE iteration; --")) {
                        Asked single = new Asked(route, path(route, "", "") + "?" + Links.query(name) + "="
                                + Links.query(value), value);
                        if (ASKED.contains(name)) {
                            asked.add(single);
                        } else {
                            foreign.add(single);
                        }
                    }
                }
                BYTES.forEach(bytes -> raw.add("GET " + path(route, "", "") + "?q=" + bytes));
            }
            for (String place : places(route)) {
                for (String bytes : List.of("%00", "%ff%fe", "%zz", "%0d%0aSet-Cookie:%20hostile=1", "..%2f..%2fx",
                        "%2e%2e", "..;", "~00", "~FF~FE", "~2E~2E")) {
                    raw.add(route.method() + " " + path(route, place, bytes));
                }
            }
        }
        for (Asked one : Effort.today(TODAY, asked, getClass())) {
            ask(one);
        }
        for (String one : Effort.today(TODAY, raw, getClass())) {
            String answer = raw(one);
            if (!answer.matches("(?s)HTTP/1.1 [234].*") || answer.contains("hostile=1\r\n")) {
                wrong.add(one + ": " + answer.lines().findFirst().orElse(""));
            }
        }
        for (Asked single : Effort.oneIn(FOREIGN, foreign, getClass())) {
            ask(single);
        }
        assertThat(store.difference()).isEmpty();
    }

    /** An address with something hostile in it. */
    private record Asked(Route route, String path, String hostile) {}

    private void ask(Asked what) throws Exception {
        HandlerType method = what.route().method();
        Answer answer = method == HandlerType.GET ? ada.get(what.path())
                : ada.post(what.path(), "x=1&token=" + ada.token());
        check(method + " " + what.path(), answer, Optional.of(what.hostile()), false);
    }

    /** As a browser that is logged in would, but with any address. */
    private String raw(String methodAndPath) throws Exception {
        String cookies = String.join("; ", ada.cookies().entrySet().stream().map(c -> c.getKey() + "=" + c.getValue())
                .toList());
        String body = "x=1&token=" + ada.token();
        if (methodAndPath.contains("/status/events")) {
            return "HTTP/1.1 200"; // a stream without end
        }
        return Raw.send(served.server().address(), methodAndPath + " HTTP/1.1\r\nHost: localhost\r\nCookie: " + cookies
                + "\r\nAccept: text/html\r\nConnection: close\r\n" + (methodAndPath.startsWith("GET") ? "\r\n"
                        : "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + body.length()
                                + "\r\n\r\n" + body));
    }

    @Test
    void aBodyThatIsNotWhatItsLengthSays() throws Exception {
        ada.get("/import");
        String head = "Host: localhost\r\nAccept: text/html\r\nConnection: close\r\nCookie: "
                + String.join("; ", ada.cookies().entrySet().stream().map(c -> c.getKey() + "=" + c.getValue())
                        .toList()) + "\r\n";
        String form = "Content-Type: application/x-www-form-urlencoded\r\n";
        String file = "Content-Type: multipart/form-data; boundary=B\r\n";
        String body = "on=false&token=" + ada.token();
        String part = "--B\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n" + ada.token()
                + "\r\n--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.zip\"\r\n\r\nPK";
        Map<String, String> requests = new LinkedHashMap<>();
        requests.put("too short", "/jobs/scheduling|" + form + "Content-Length: 9\r\n\r\n" + body);
        requests.put("too long", "/jobs/scheduling|" + form + "Content-Length: 500\r\n\r\n" + body);
        requests.put("a file that is cut off", "/import|" + file + "Content-Length: 5000\r\n\r\n" + part);
        requests.put("a file that is said to be huge", "/import|" + file + "Content-Length: 9000000000000\r\n\r\n"
                + part);
        requests.put("a negative one", "/import|" + file + "Content-Length: -1\r\n\r\n" + part);
        requests.put("two", "/jobs/scheduling|" + form + "Content-Length: 5\r\nContent-Length: 60\r\n\r\n" + body);
        requests.put("length and chunks", "/jobs/scheduling|" + form
                + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
        requests.put("a chunk that lies", "/import|" + file + "Transfer-Encoding: chunked\r\n\r\nffffff\r\n" + part);
        requests.put("no chunk", "/jobs/scheduling|" + form + "Transfer-Encoding: chunked\r\n\r\nzz\r\n" + body);
        for (Map.Entry<String, String> request : requests.entrySet()) {
            String[] halves = request.getValue().split("\\|", 2);
            String answer = Raw.sendAndEnd(served.server().address(), "POST " + halves[0] + " HTTP/1.1\r\n" + head
                    + halves[1]);
            assertThat(answer).as(request.getKey()).matches("(?s)(HTTP/1.1 4.*)?");
            assertThat(store.difference()).as(request.getKey()).isEmpty();
        }
        assertThat(folder.resolve("results.db-work").resolve("uploads")).satisfiesAnyOf(
                p -> assertThat(p).doesNotExist(), p -> assertThat(p).isEmptyDirectory());
    }

    /** Over the same connection: it is not reset while there is more to come. */
    @Test
    void whoSendsTooMuchIsToldSoAndGoesOn() throws Exception {
        String body = "x=" + "y".repeat(3_000_000);
        String answers = Raw.send(served.server().address(), "POST /login HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body + "GET /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(answers).startsWith("HTTP/1.1 413 ").contains("HTTP/1.1 200 ");
    }

    @Test
    void cookiesAndHeadersThatAreNotOurs() throws Exception {
        String session = ada.cookies().get("tidemark-session-" + served.port());
        Browser rob = served.loggedIn("rob");
        rob.get("/account");
        for (String forged : List.of("", "x", "' OR 1=1 --", "../../x", SCRIPT.replace(";", ""), "x".repeat(6000),
                session + "x", session.substring(1), session.toUpperCase())) {
            Answer answer = served.anonymous().exchange(served.anonymous().request("/jobs")
                    .header("Accept", "text/html")
                    .header("Cookie", "tidemark-session-" + served.port() + "=" + forged).build());
            assertThat(answer.status()).as(forged).isIn(303, 400, 431);
        }
        for (String said : List.of("%3Cscript%3Ealert('hostile')%3C/script%3E", "%zz", "%ff", "x".repeat(5000))) {
            Answer answer = ada.exchange(served.anonymous().request("/login").header("Accept", "text/html")
                    .header("Cookie", "tidemark-said-" + served.port() + "=" + said).build());
            check("said " + said, answer, Optional.empty(), false);
        }
        // The reader's session with what the administrator's page gave, and the other way round.
        ada.get("/jobs");
        String token = ada.token();
        for (Route route : routes(HandlerType.POST)) {
            if (!route.path().equals("/login")) {
                assertThat(rob.post(path(route, "", ""), "name=x&token=" + token).status()).as(route.path())
                        .isIn(403, 429);
            }
        }
        for (String[] header : new String[][] {{"HX-Request", SCRIPT}, {"Accept", "text/html" + "x".repeat(4000)},
                {"Sec-Fetch-Site", "' OR 1=1"}, {"Origin", "http://[::1"}, {"Referer", SCRIPT},
                {"X-Forwarded-For", "127.0.0.1"}, {"X-HTTP-Method-Override", "POST"}}) {
            Answer answer = ada.post("/jobs/scheduling", "on=maybe&token=" + token, header);
            check(header[0], answer, Optional.empty(), false);
        }
    }
}
