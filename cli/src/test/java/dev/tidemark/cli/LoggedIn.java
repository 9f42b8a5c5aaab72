package dev.tidemark.cli;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.web.WebOptions;
import dev.tidemark.web.WebServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** A server in this process with its administrator, who is logged in and has a token, and of whose jobs none is run. */
final class LoggedIn implements AutoCloseable {

    private static final String NAME = "ada";
    private static final String PASSWORD = "correct horse battery";
    private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([^\"]+)\"");

    private final Workbench workbench;
    private final JobProcessor processor;
    private final WebServer server;
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final String program;
    private String token = "";

    /** @param login whether a login is asked for; where not, whoever asks is the administrator */
    LoggedIn(Path store, boolean login) throws IOException, InterruptedException {
        workbench = Workbench.open(Optional.of(store), "test", Clock.system());
        processor = workbench.jobProcessor();
        server = WebServer.start(workbench, processor, new WebOptions("127.0.0.1", 0, login, Optional.empty(),
                Optional.empty()), Clock.system(), failures::add);
        workbench.accounts().add(NAME, Role.ADMINISTRATOR, PASSWORD);
        program = workbench.accounts().addToken("nightly", Role.ADMINISTRATOR, NAME);
        workbench.jobs().submit("label: J\nworkload: ingest\ntarget: 'null'\n", NAME, JobOptions.USUAL);
        workbench.targets().put("T", "null", Map.of());
        page("/login");
        if (login) {
            post("/login", "name=" + NAME + "&password=" + URLEncoder.encode(PASSWORD, StandardCharsets.UTF_8)
                    + "&token=" + token);
            page("/account");
        }
    }

    /** A page as the administrator sees it. */
    String page(String path) throws IOException, InterruptedException {
        return answer(HttpRequest.newBuilder(URI.create(server.address() + path)).header("Accept", "text/html")
                .header("Cookie", cookies()).build());
    }

    /** What a form is answered with. @param form encoded, its token with it */
    String post(String path, String form) throws IOException, InterruptedException {
        return answer(HttpRequest.newBuilder(URI.create(server.address() + path)).header("Cookie", cookies())
                .header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form))
                .build());
    }

    private String answer(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        answer.headers().allValues("set-cookie").stream().map(c -> c.split(";", 2)[0].split("=", 2))
                .forEach(c -> cookies.put(c[0], c[1]));
        Matcher found = TOKEN.matcher(answer.body());
        if (found.find()) {
            token = found.group(1);
        }
        return answer.body();
    }

    /** As they stand in a header. */
    String cookies() {
        return cookies.entrySet().stream().map(c -> c.getKey() + "=" + c.getValue())
                .collect(Collectors.joining("; "));
    }

    /** That of the administrator's forms. */
    String formToken() {
        return token;
    }

    /** With which programs ask. */
    String programToken() {
        return program;
    }

    WebServer server() {
        return server;
    }

    Workbench workbench() {
        return workbench;
    }

    /** What broke while a request was answered. */
    List<Throwable> failures() {
        return failures;
    }

    @Override
    public void close() {
        processor.close();
        server.close();
        workbench.close();
        client.close();
    }
}
