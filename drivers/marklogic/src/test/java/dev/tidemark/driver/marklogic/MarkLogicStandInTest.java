package dev.tidemark.driver.marklogic;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What stands in for a server is strict: what a server would refuse, it refuses. */
class MarkLogicStandInTest {

    private static final String DOCUMENTS = "/v1/documents?database=Documents";
    private MarkLogicStandIn server;
    private final HttpClient client = HttpClient.newBuilder().authenticator(new Authenticator() {
        @Override
        protected PasswordAuthentication getPasswordAuthentication() {
            return new PasswordAuthentication(Login.USER, Login.PASSWORD.toCharArray());
        }
    }).build();

    @BeforeEach
    void start() throws Exception {
        server = new MarkLogicStandIn(Authentication.BASIC, null);
    }

    @AfterEach
    void end() {
        client.close();
        server.close();
    }

    private HttpResponse<String> ask(String method, int port, String path, String type, String body) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", type).method(method, BodyPublishers.ofString(body)).build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> rest(String method, String path, String type, String body) throws Exception {
        return ask(method, Integer.parseInt(server.address().split(":")[1]), path, type, body);
    }

    private static void isRefused(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains("\"statusCode\":" + status).contains("\"messageCode\":\"" + code + "\"");
    }

    @Test
    void whatItDoesNotKnowIsNotFound() throws Exception {
        isRefused(rest("GET", "/v1/search", "text/plain", ""), 404, "RESTAPI-NOTFOUND");
        isRefused(rest("GET", DOCUMENTS + "&uri=/none", "text/plain", ""), 404, "RESTAPI-NODOCUMENT");
        isRefused(ask("GET", server.managePort(), "/manage/v2/databases/none", "text/plain", ""), 404, "XDMP-NOSUCHDB");
        isRefused(ask("GET", server.managePort(), "/manage/v2/clusters", "text/plain", ""), 404, "MANAGE-NOTFOUND");
    }

    @Test
    void malformedPartsAreRefusedAndNothingIsStored() throws Exception {
        String type = "multipart/mixed; boundary=b";
        isRefused(rest("POST", DOCUMENTS, type, "--b\r\nno header\r\n\r\none\r\n--b--\r\n"), 400, "XDMP-MULTIPART");
        isRefused(rest("POST", DOCUMENTS, type, "--b\r\nContent-Type: text/plain\r\n\r\none\r\n--b--\r\n"), 400,
                "XDMP-MULTIPART");
        isRefused(rest("POST", DOCUMENTS, type, "--c\r\n\r\n--c--"), 400, "XDMP-MULTIPART");
        isRefused(rest("POST", DOCUMENTS, "application/json", "{}"), 400, "XDMP-MULTIPART");
        assertThat(server.cluster().database("Documents").documents).isEmpty();
    }

    @Test
    void wrongPayloadsAreRefused() throws Exception {
        isRefused(rest("PUT", DOCUMENTS + "&uri=/a.json", "application/json", "{"), 400, "XDMP-JSONDOC");
        isRefused(rest("PUT", DOCUMENTS, "text/plain", "a"), 400, "REST-REQUIREDPARAM");
        isRefused(rest("GET", DOCUMENTS + "&uri=/a&wrong=1", "text/plain", ""), 400, "REST-UNSUPPORTEDPARAM");
        isRefused(ask("PUT", server.managePort(), "/manage/v2/groups/Default/properties", "application/json",
                "{\"none\": 1}"), 400, "MANAGE-INVALIDPAYLOAD");
        assertThat(rest("POST", "/v1/eval", "application/x-www-form-urlencoded", "xquery=1%2B").body())
                .contains("<message-code>XDMP-UNEXPECTED</message-code>");
    }

    @Test
    void nobodyIsLetInWithoutThePassword() throws Exception {
        try (HttpClient stranger = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = stranger.send(HttpRequest.newBuilder(
                    URI.create("http://" + server.address() + "/v1/ping")).build(), BodyHandlers.ofString());
            isRefused(answer, 401, "REST-UNAUTHORIZED");
            assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Basic realm=\"public\"");
        }
    }
}
