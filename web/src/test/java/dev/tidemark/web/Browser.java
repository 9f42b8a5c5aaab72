package dev.tidemark.web;

import module java.base;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** As much of a browser as the tests need: cookies, and the token of the page that was seen last. */
final class Browser {

    private static final String BOUNDARY = "a-boundary-of-the-tests";
    private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([^\"]+)\"");

    /** An answer. */
    record Answer(int status, Map<String, String> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    private final HttpClient client = HttpClient.newHttpClient();
    private final String address;
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private String token = "";

    Browser(String address) {
        this.address = address;
    }

    String token() {
        return token;
    }

    Answer get(String path) throws IOException, InterruptedException {
        return exchange(request(path).header("Accept", "text/html").GET().build());
    }

    /** Sends a form with the token of the page that was seen last. @param fields names and texts by turns */
    Answer send(String path, String... fields) throws IOException, InterruptedException {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("token", token);
        for (int i = 0; i < fields.length; i += 2) {
            all.put(fields[i], fields[i + 1]);
        }
        return post(path, body(all));
    }

    Answer post(String path, String body, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path).header("Accept", "text/html")
                .header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return exchange(request.build());
    }

    /** Sends a form with a file, as a browser does. @param fields names and texts by turns */
    Answer upload(String path, String fileName, byte[] content, String... fields)
            throws IOException, InterruptedException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        part(body, "form-data; name=\"token\"", token.getBytes(StandardCharsets.UTF_8));
        part(body, "form-data; name=\"file\"; filename=\"" + fileName + "\"", content);
        for (int i = 0; i < fields.length; i += 2) {
            part(body, "form-data; name=\"" + fields[i] + "\"", fields[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        body.write(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return exchange(request(path).header("Accept", "text/html")
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(BodyPublishers.ofByteArray(body.toByteArray())).build());
    }

    private static void part(ByteArrayOutputStream body, String disposition, byte[] content) throws IOException {
        body.write(("--" + BOUNDARY + "\r\nContent-Disposition: " + disposition + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.write(content);
        body.write("\r\n".getBytes(StandardCharsets.UTF_8));
    }

    /** What is to be saved, byte by byte. */
    byte[] download(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = client.send(request(path).build(), BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException(path + ": " + response.statusCode());
        }
        return response.body();
    }

    static String body(Map<String, String> fields) {
        return fields.entrySet().stream().map(e -> URLEncoder.encode(e.getKey(), StandardCharsets.UTF_8) + "="
                + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8)).collect(Collectors.joining("&"));
    }

    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
        if (!cookies.isEmpty()) {
            request.header("Cookie", cookies.entrySet().stream().map(c -> c.getKey() + "=" + c.getValue())
                    .collect(Collectors.joining("; ")));
        }
        return request;
    }

    /** Of a stream without end, what comes first. */
    Answer exchange(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
        Map<String, String> headers = new LinkedHashMap<>();
        response.headers().map().forEach((name, texts) -> headers.put(name, String.join("\n", texts)));
        response.headers().allValues("set-cookie").forEach(this::keep);
        boolean stream = headers.getOrDefault("content-type", "").startsWith("text/event-stream");
        try (InputStream in = response.body()) {
            byte[] bytes = stream ? firstEvent(in) : in.readAllBytes();
            String body = new String(bytes, StandardCharsets.UTF_8);
            Matcher found = TOKEN.matcher(body);
            if (found.find()) {
                token = found.group(1);
            }
            return new Answer(response.statusCode(), headers, body);
        }
    }

    static byte[] firstEvent(InputStream in) throws IOException {
        StringBuilder event = new StringBuilder();
        for (int c; event.indexOf("\n\n") < 0 && (c = in.read()) >= 0;) {
            event.append((char) c);
        }
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void keep(String cookie) {
        String[] pair = cookie.split(";", 2)[0].split("=", 2);
        if (cookie.contains("Max-Age=0")) {
            cookies.remove(pair[0]);
        } else {
            cookies.put(pair[0], pair[1]);
        }
    }

    Map<String, String> cookies() {
        return cookies;
    }
}
