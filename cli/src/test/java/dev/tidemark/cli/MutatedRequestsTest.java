package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Mutations.Attempt;
import dev.tidemark.cli.Mutations.Tried;
import dev.tidemark.testing.ByTurns;
import dev.tidemark.testing.Effort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What browsers and programs send, damaged: each request is answered, or refused with a status below 500. */
@Timeout(3600)
class MutatedRequestsTest {

    /** Longer than a case may take. */
    private static final int PATIENCE_MS = 90_000;
    /** Requests change what is there, so now and then everything begins anew. */
    private static final int TO_ONE_SERVER = 250;
    private static final int LARGEST_ANSWER = 1 << 22;

    private static final Pattern ANSWER =
            Pattern.compile("(?:HTTP/1\\.1 100 Continue\r\n\r\n)*HTTP/1\\.1 [234]\\d\\d[ \r](?s:.*)");
    /**
     * A version of HTTP that nobody speaks is refused so by RFC 9110, 15.6.6; a coding or method that nobody knows by
     * 15.6.2.
     */
    private static final Pattern BY_THE_STANDARD = Pattern.compile("HTTP/1\\.1 50[15] (?s:.*)");
    private static final Pattern BROKEN = Pattern.compile("(?m)^HTTP/1\\.1 5\\d\\d");
    private static final Pattern FORM = Pattern.compile("(?s)<form[^>]*action=\"([^\"]+)\"[^>]*>(.*?)</form>");
    private static final Pattern FIELD =
            Pattern.compile("<(?:input|select|textarea)[^>]*?name=\"([^\"]+)\"(?:[^>]*?value=\"([^\"]*)\")?");
    private static final Pattern PLACE = Pattern.compile("\\{[a-z]+}");

    private static final String YAML = "label: J\nworkload: ingest\ntarget: 'null'\nset: {documents: 10}\n";
    private static final String JOB = "{\"label\": \"J\", \"workload\": \"ingest\", \"target\": \"null\", "
            + "\"set\": {\"documents\": 10}, \"vary\": {\"batch-size\": [1, 10]}}";
    private static final String TABLE = "batch-size,workers,elapsed\n1,2,10\n10,2,5.5\n";
    /** The bodies of the interface for programs. */
    private static final Map<String, String> BODIES = Map.ofEntries(
            Map.entry("POST /api/v1/jobs", JOB),
            Map.entry("POST /api/v1/experiments/check", JOB),
            Map.entry("PUT /api/v1/scheduling", "{\"on\": false}"),
            Map.entry("POST /api/v1/jobs/1/move", "{\"place\": 1}"),
            Map.entry("POST /api/v1/jobs/1/at", "{\"time\": \"2100-01-01T20:00\"}"),
            Map.entry("PUT /api/v1/targets/T", "{\"driver\": \"null\", \"settings\": {\"service-time\": \"1ms\"}}"),
            Map.entry("PUT /api/v1/defaults/ingest", "{\"settings\": {\"batch-size\": 10}, \"tags\": {\"a\": \"b\"}}"),
            Map.entry("POST /api/v1/datasets/D/grow", "{\"keys\": 10}"),
            Map.entry("POST /api/v1/exchange/import", "{\"file\": \"there.csv\", \"label\": \"E\"}"),
            Map.entry("POST /api/v1/exchange/export", "{\"file\": \"out.zip\", \"labels\": [\"L\"]}"),
            Map.entry("POST /api/v1/users",
            "{\"name\": \"rob\", \"role\": \"reader\", \"password\": \"correct horse battery\"}"),
            Map.entry("PUT /api/v1/users/rob/role", "{\"role\": \"reader\"}"),
            Map.entry("POST /api/v1/tokens", "{\"name\": \"x\", \"role\": \"reader\"}"));
    private static final List<String> WORDS = List.of("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE",
            "CONNECT",
            "PATCH", "BREW", "HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "Transfer-Encoding: chunked\r\n",
            "Content-Length: -1\r\n",
            "Content-Length: 99999999999999999999\r\n", "Expect: 100-continue\r\n", "Upgrade: websocket\r\n",
            "Connection: Upgrade, HTTP2-Settings\r\n", "Host: [::1\r\n", "Host:\r\n", "Accept: text/html;q=x\r\n",
            "Range: bytes=0-1,5-\r\n", "If-Modified-Since: never\r\n", "Content-Encoding: gzip\r\n", "Origin: null\r\n",
            "Accept-Encoding: gzip;q=9\r\n", "Cookie: a=\"b\r\n", "Forwarded: for=\"\r\n", "X-Forwarded-For: ::1,,\r\n",
            "Content-Type: multipart/form-data\r\n", "Content-Type: application/json; charset=utf-7\r\n",
            "HX-Request: true\r\n",
            "token", "label", "name", "password", "../", "..%2f", "%2e%2e/", "~00", "~2E~2E", ";x=y", "//", "?",
            "page=-1",
            "limit=-1", "L", "J", "T", "1", "form-data; name=\"file\"; filename=\"../../x\"", "\r\n0\r\n\r\n",
            "filename*=utf-8''%00");

    @TempDir
    private Path around;

    private Path inside;
    private LoggedIn open;
    private LoggedIn locked;
    private final List<byte[]> requests = new ArrayList<>();
    private int sent;
    private int begun;

    @BeforeEach
    void fold() throws IOException {
        inside = Files.createDirectories(around.resolve("a/b/c"));
    }

    @AfterEach
    void close() {
        if (open != null) {
            open.close();
            locked.close();
        }
    }

    // ---- What is sent undamaged ----

    private void begin() throws Exception {
        close();
        Path folder = Files.createDirectories(inside.resolve("site-" + ++begun));
        locked = prepared(folder.resolve("locked.db"), true);
        open = prepared(folder.resolve("open.db"), false);
        requests.clear();
        for (LoggedIn site : List.of(locked, open)) {
            addPages(site);
            addForms(site);
            addFiles(site);
            addPrograms(site);
        }
    }

    private static LoggedIn prepared(Path store, boolean login) throws Exception {
        Path exchange = Files.createDirectories(store.resolveSibling(store.getFileName() + "-exchange"));
        Files.writeString(exchange.resolve("there.csv"), TABLE);
        PrintWriter silent = new PrintWriter(Writer.nullWriter());
        assertThat(Main.execute(silent, silent, "--store", store.toString(), "import",
                exchange.resolve("there.csv").toString(), "--label", "L")).isZero();
        return new LoggedIn(store, login);
    }

    private static String filled(String path) {
        String section = path.replace("/api/v1", "").split("/", -1)[1];
        String name = Map.of("reports", "L", "jobs", "1", "targets", "T", "datasets", "D", "users", "rob", "defaults",
                "ingest", "workloads", "ingest", "drivers", "null", "tokens", "x", "assets", "web.css")
                .getOrDefault(section, "1");
        return PLACE.matcher(path.replace("{form}", "tsv")).replaceAll(name);
    }

    private static String head(LoggedIn site, String method, String path) {
        return method + " " + path + " HTTP/1.1\r\nHost: " + URI.create(site.server().address()).getAuthority()
                + "\r\nConnection: close\r\n";
    }

    private static byte[] request(String head, String type, byte[] body) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes((head + "Content-Type: " + type + "\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        all.writeBytes(body);
        return all.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Streams have no end, and who is logged out sees nothing more. */
    private static boolean isOfUse(String path) {
        return !path.contains("events") && !path.contains("logout");
    }

    private List<String> pages(LoggedIn site) {
        Set<String> pages = new LinkedHashSet<>();
        site.server().routes().stream().filter(r -> r.method().name().equals("GET")).map(r -> filled(r.path()))
                .filter(MutatedRequestsTest::isOfUse).forEach(pages::add);
        pages.addAll(List.of("/reports?q=L&page=1", "/compare?a=L&b=L", "/export?label=L",
                "/new?plan=ramp&workload=volume",
                "/targets/new?driver=rocksdb", "/status/data?iteration=1&points=10",
                "/api/v1/reports?q=L&limit=2&offset=0",
                "/api/v1/compare?a=L&b=L&partial=true", "/reports/L?xaxis=workers&sort=elapsed&columns=workers"));
        return List.copyOf(pages);
    }

    private void addPages(LoggedIn site) {
        for (String page : pages(site)) {
            requests.add(bytes(head(site, "GET", page) + "Accept: text/html\r\nCookie: " + site.cookies()
                    + "\r\n\r\n"));
        }
    }

    private void addForms(LoggedIn site) throws Exception {
        Set<String> seen = new LinkedHashSet<>();
        for (String page : pages(site)) {
            if (page.startsWith("/api") || page.startsWith("/assets") || page.contains("/as/")) {
                continue;
            }
            for (MatchResult form : FORM.matcher(site.page(page)).results().toList()) {
                if (isOfUse(form.group(1)) && seen.add(form.group(1))) {
                    requests.add(form(site, form.group(1), fields(form.group(2))));
                }
            }
        }
        assertThat(seen).as("the forms were found").hasSizeGreaterThan(20);
    }

    private static byte[] form(LoggedIn site, String path, String fields) {
        return request(head(site, "POST", path) + "Accept: text/html\r\nCookie: " + site.cookies() + "\r\n",
                "application/x-www-form-urlencoded", bytes("token=" + site.formToken() + fields));
    }

    private static String fields(String form) {
        StringBuilder fields = new StringBuilder();
        FIELD.matcher(form).results().filter(f -> !f.group(1).equals("token")).forEach(f -> fields.append('&')
                .append(encoded(f.group(1))).append('=').append(encoded(switch (f.group(1)) {
                    case "yaml" -> YAML;
                    case "file" -> "there.csv";
                    default -> f.group(2) == null ? "1" : f.group(2);
                })));
        return fields.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private void addFiles(LoggedIn site) {
        String part = "\r\n--B\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s";
        String body = part.formatted("token", site.formToken()).substring(2) + part.formatted("label", "up")
                + part.formatted("workload", "ingest") + part.formatted("driver", "null")
                + part.formatted("file\"; filename=\"t.csv", TABLE) + "\r\n--B--\r\n";
        requests.add(request(head(site, "POST", "/import") + "Accept: text/html\r\nCookie: " + site.cookies() + "\r\n",
                "multipart/form-data; boundary=B", bytes(body)));
        requests.add(request(program(site, "POST",
                "/api/v1/import?label=U&workload=ingest&driver=null&set=batch-size=1"),
                "text/csv", bytes(TABLE)));
        requests.add(request(program(site, "POST", "/api/v1/jobs?alongside=true"), "application/yaml", bytes(YAML)));
    }

    private static String program(LoggedIn site, String method, String path) {
        return head(site, method, path) + "Authorization: Bearer " + site.programToken() + "\r\n";
    }

    private void addPrograms(LoggedIn site) {
        BODIES.forEach((operation, body) -> requests.add(request(program(site, operation.split(" ")[0],
                operation.split(" ")[1]), "application/json", bytes(body))));
        site.server().routes().stream().filter(r -> r.path().startsWith("/api")).filter(r -> isOfUse(r.path()))
                .forEach(r -> requests.add(request(program(site, r.method().name(), filled(r.path())),
                        "application/json", bytes(r.method().name().equals("GET") ? "" : "{}"))));
    }

    // ---- Damaging, sending, judging ----

    /** The body, and its length with it; or anything at all. */
    private static byte[] damaged(byte[] request, Mutator mutator) {
        String latin = new String(request, StandardCharsets.ISO_8859_1);
        int end = latin.indexOf("\r\n\r\n") + 4;
        String head = latin.substring(0, end);
        String body = latin.substring(end);
        switch (mutator.random().nextInt(body.isEmpty() ? 3 : 6)) {
            case 0 -> {
                return mutator.mutated(request);
            }
            case 1 -> head = latin(mutator, head);
            case 2 -> {
                String path = head.substring(0, head.indexOf("\r\n"));
                head = latin(mutator, path) + head.substring(path.length());
            }
            default -> {
                int token = body.startsWith("token=") ? Math.max(0, body.indexOf('&')) : 0; // which the rest needs
                body = body.substring(0, token) + latin(mutator, body.substring(token));
            }
        }
        if (mutator.random().nextInt(8) > 0) {
            head = head.replaceFirst("Content-Length: \\d+", "Content-Length: " + body.length());
        }
        if (mutator.random().nextInt(20) == 0) {
            head = head.replaceFirst("(Cookie|Authorization): [^\r]*\r\n", ""); // nobody is logged in
        }
        return (head + body).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String latin(Mutator mutator, String text) {
        return new String(mutator.mutated(text.getBytes(StandardCharsets.ISO_8859_1)), StandardCharsets.ISO_8859_1);
    }

    /** @return the whole answer, or what comes first of one without end; empty for none */
    private static String answered(LoggedIn site, byte[] request) throws IOException {
        URI address = URI.create(site.server().address());
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(PATIENCE_MS);
            try {
                socket.getOutputStream().write(request);
                socket.shutdownOutput();
            } catch (SocketException e) {
                // Refused before it was sent to its end; why may still be read.
            }
            InputStream in = socket.getInputStream();
            byte[] buffer = new byte[1 << 16];
            for (int n; answer.size() < LARGEST_ANSWER && (n = in.read(buffer)) >= 0;) {
                answer.write(buffer, 0, n);
                if (answer.toString(StandardCharsets.ISO_8859_1).contains("text/event-stream")) {
                    break;
                }
            }
        } catch (SocketException e) {
            // Closed with what was sent left unread.
        }
        return answer.toString(StandardCharsets.UTF_8);
    }

    private Optional<String> fault(LoggedIn site, byte[] request) throws IOException {
        String answer;
        try {
            answer = answered(site, request);
        } catch (SocketTimeoutException e) {
            return Optional.of("no answer");
        }
        if (!site.failures().isEmpty()) {
            Throwable failure = site.failures().removeFirst();
            StackTraceElement[] trace = failure.getStackTrace();
            return Optional.of("broke: " + failure + (trace.length == 0 ? "" : " at " + List.of(trace).subList(0,
                    Math.min(12, trace.length))));
        }
        boolean planned = answer.isEmpty() || ANSWER.matcher(answer).matches()
                || BY_THE_STANDARD.matcher(answer).matches();
        if (!planned || BROKEN.matcher(answer).results().count() > (BY_THE_STANDARD.matcher(answer).matches() ? 1
                : 0)) {
            return Optional.of("answered " + answer.lines().findFirst().orElse(""));
        }
        Matcher said = Pattern.compile("Exception|\\tat [a-z.]+|root:x:0").matcher(answer);
        return said.find() ? Optional.of("says " + said.group()) : Optional.empty();
    }

    private boolean isFor(LoggedIn site, byte[] request) {
        return new String(request, StandardCharsets.ISO_8859_1)
                .contains(URI.create(site.server().address()).getAuthority());
    }

    @ByTurns(days = 10, heldBy = {"ApiHostileInputTest", "ApiHostileRoutesTest"})
    @Test
    void areAnsweredOrRefused() throws Exception {
        try (Program lock = new Program(inside)) {
            begin();
            for (byte[] request : Effort.oneIn(4, requests, MutatedRequestsTest.class)) {
                LoggedIn site = isFor(open, request) ? open : locked;
                String first = new String(request, StandardCharsets.UTF_8).lines().findFirst().orElse("");
                assertThat(fault(site, request)).as(first).isEmpty();
            }
            new Mutations("request", around, inside, WORDS).tryAll(new Attempt() {
                @Override
                public void prepare() throws Exception {
                    if (++sent % TO_ONE_SERVER == 0) {
                        assertSound();
                        begin();
                    }
                }

                @Override
                public Tried run(Mutator mutator) throws IOException {
                    byte[] valid = mutator.oneOf(requests);
                    byte[] request = damaged(valid, mutator);
                    return new Tried(request, fault(isFor(open, valid) ? open : locked, request));
                }
            });
            assertSound();
        }
    }

    private void assertSound() throws Exception {
        for (LoggedIn site : List.of(locked, open)) {
            Path store = site.workbench().store().file();
            Mutations.assertSound(store);
            Path uploads = store.resolveSibling(store.getFileName() + "-work").resolve("uploads");
            assertThat(uploads).satisfiesAnyOf(p -> assertThat(p).doesNotExist(),
                    p -> assertThat(p).isEmptyDirectory());
        }
    }
}
