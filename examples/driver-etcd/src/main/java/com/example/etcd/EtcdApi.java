package com.example.etcd;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.http.HttpApi;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import tools.jackson.databind.JsonNode;

/** How etcd is greeted, how one logs in, and how it says what is wrong. */
final class EtcdApi implements HttpApi {

    private static final int UNAUTHENTICATED = 401;

    @Override
    public String ping() {
        return "/version";
    }

    @Override
    public boolean isGreeting(JsonNode answer) {
        return answer.path("etcdserver").isString();
    }

    /** {@inheritDoc} None: a user's name and password are asked for once, for a token. */
    @Override
    public List<String> headers(ConnectionSettings settings) {
        return List.of();
    }

    @Override
    public List<String> logIn(HttpConnection made, ConnectionSettings settings)
            throws IOException, InterruptedException, HttpRefusedException {
        if (settings.user().isEmpty()) {
            return List.of();
        }
        JsonNode answer = made.send("POST", "/v3/auth/authenticate", HttpConnection.JSON, HttpConnection.bytes(
                Map.of("name", settings.user().get(), "password", settings.password().orElse(""))));
        return List.of("Authorization", HttpConnection.documented(answer, answer.path("token").isString(),
                "there is no token in it").path("token").asString());
    }

    /** {@inheritDoc} Its tokens run out after some minutes in which they were not used. */
    @Override
    public boolean isLoggedOut(int status) {
        return status == UNAUTHENTICATED;
    }

    @Override
    public String complaint(int status, String body) {
        String message = HttpConnection.parse(body).path("message").asString("");
        return message.isEmpty() ? "HTTP " + status : message;
    }
}
