package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;

/** An XQuery with the values of its external variables, as the REST service takes it. See "REST" of BaseX. */
final class RestQuery {

    static final String BINARY = "xs:base64Binary";
    static final String ADDRESS = "/rest";
    private static final int CREATED = 201;
    static final String XML = "application/xml";
    private static final String AS_JSON = "declare option output:method 'json'; ";

    private final StringBuilder xml = new StringBuilder("<query xmlns=\"http://basex.org/rest\">");
    private final boolean answers;

    /** @param text the query; it answers nothing */
    RestQuery(String text) {
        this(text, false);
    }

    private RestQuery(String text, boolean answers) {
        this.answers = answers;
        xml.append("<text>");
        append(text);
        xml.append("</text>");
    }

    /** One whose answer, an item, comes as JSON. */
    static RestQuery asJson(String text) {
        return new RestQuery(AS_JSON + text, true);
    }

    /** Sets an option for this query alone. */
    RestQuery option(String name, boolean value) {
        xml.append("<option name=\"").append(name).append("\" value=\"").append(value).append("\"/>");
        return this;
    }

    /** Sets how what is answered is written. */
    RestQuery parameter(String name, String value) {
        xml.append("<parameter name=\"").append(name).append("\" value=\"").append(value).append("\"/>");
        return this;
    }

    /** Binds a variable; one that is bound several times is a sequence. */
    RestQuery bind(String name, String value) {
        return bind(name, value, "");
    }

    /** @param type the type of the value; empty for any */
    RestQuery bind(String name, String value, String type) {
        xml.append("<variable name=\"").append(name).append("\" type=\"").append(type).append("\" value=\"");
        append(value);
        xml.append("\"/>");
        return this;
    }

    /** White space, too, which would be a blank each in an attribute. */
    private void append(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> xml.append("&amp;");
                case '<' -> xml.append("&lt;");
                case '"' -> xml.append("&quot;");
                case '\t', '\n', '\r' -> xml.append("&#").append((int) c).append(';');
                default -> xml.append(c);
            }
        }
    }

    /** @return the answer; a missing node where there is to be none */
    JsonNode ask(HttpConnection connection) throws IOException, InterruptedException, HttpRefusedException {
        if (answers) {
            return connection.send("POST", ADDRESS, XML, request());
        }
        byte[] answer = connection.exchange("POST", ADDRESS, XML, request()).body();
        if (answer.length > 0) {
            throw HttpRefusedException.undocumented("nothing was to be answered", new String(answer,
                    StandardCharsets.UTF_8));
        }
        return HttpConnection.parse("");
    }

    /** @param address the service's, perhaps with a database's behind it. @return the answer, as it is written */
    byte[] askItems(HttpConnection connection, String address) throws IOException, InterruptedException,
            HttpRefusedException {
        return connection.exchange("POST", address, XML, request()).body();
    }

    /** Of a resource that was put, what is answered. */
    static HttpResponse<byte[]> created(HttpResponse<byte[]> answer) throws HttpRefusedException {
        if (answer.statusCode() != CREATED) {
            throw HttpRefusedException.undocumented("it says nothing of what was put (" + answer.statusCode() + ")",
                    new String(answer.body(), StandardCharsets.UTF_8));
        }
        return answer;
    }

    private byte[] request() {
        return (xml + "</query>").getBytes(StandardCharsets.UTF_8);
    }

    /** The same of a query that answers with a number. */
    long askNumber(HttpConnection connection) throws IOException, InterruptedException, HttpRefusedException {
        JsonNode answer = ask(connection);
        return HttpConnection.documented(answer, answer.isIntegralNumber(), "it is no number").asLong();
    }
}
