package dev.tidemark.web;

import module java.base;
import dev.tidemark.web.Browser.Answer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A program with or without a token. */
final class Client {

    private final HttpClient client = HttpClient.newHttpClient();
    private final String address;
    private final Map<String, String> always = new LinkedHashMap<>();

    Client(String address) {
        this.address = address;
    }

    /** The same with a header on every request. */
    Client with(String header, String text) {
        Client other = new Client(address);
        other.always.putAll(always);
        other.always.put(header, text);
        return other;
    }

    Client withToken(String token) {
        return with("Authorization", "Bearer " + token);
    }

    Answer get(String path) throws IOException, InterruptedException {
        return send("GET", path, "", "");
    }

    Answer json(String method, String path, String body) throws IOException, InterruptedException {
        return send(method, path, "application/json", body);
    }

    /** Of a stream without end, what comes first. @param type of the body; empty for none */
    Answer send(String method, String path, String type, String body) throws IOException, InterruptedException {
        return send(method, path, type, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    }

    /** Sends a file. */
    Answer post(String path, String type, byte[] file) throws IOException, InterruptedException {
        return send("POST", path, type, BodyPublishers.ofByteArray(file));
    }

    /** What is to be saved, byte by byte. */
    byte[] download(String path) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
        always.forEach(request::setHeader);
        HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException(path + ": " + response.statusCode());
        }
        return response.body();
    }

    private Answer send(String method, String path, String type, BodyPublisher body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path)).method(method, body);
        always.forEach(request::setHeader);
        if (!type.isEmpty()) {
            request.setHeader("Content-Type", type);
        }
        HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
        Map<String, String> headers = new LinkedHashMap<>();
        response.headers().map().forEach((name, texts) -> headers.put(name, String.join("\n", texts)));
        boolean stream = headers.getOrDefault("content-type", "").startsWith("text/event-stream");
        try (InputStream in = response.body()) {
            return new Answer(response.statusCode(), headers, new String(
                    stream ? Browser.firstEvent(in) : in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    static JsonNode tree(Answer answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    /** The line of a refusal. */
    static String detail(Answer answer) {
        return tree(answer).get("detail").asString();
    }
}
