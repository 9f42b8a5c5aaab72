package dev.tidemark.driver.basex;

import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** An XQuery with the values of its external variables, as the REST service takes it. See "REST" of BaseX. */
final class RestQuery {

    static final String BINARY = "xs:base64Binary";
    private static final String ADDRESS = "/rest";
    static final String XML = "application/xml";
    private static final String AS_JSON = "declare option output:method 'json'; ";

    private final StringBuilder xml = new StringBuilder("<query xmlns=\"http://basex.org/rest\">");

    /** @param text the query; what it answers must be JSON, or nothing */
    RestQuery(String text) {
        xml.append("<text>");
        append(text);
        xml.append("</text>");
    }

    /** One whose answer, an item or none, comes as JSON. */
    static RestQuery asJson(String text) {
        return new RestQuery(AS_JSON + text);
    }

    /** Sets an option for this query alone. */
    RestQuery option(String name, boolean value) {
        xml.append("<option name=\"").append(name).append("\" value=\"").append(value).append("\"/>");
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

    JsonNode ask(HttpConnection connection) throws IOException, InterruptedException, HttpRefusedException {
        return connection.send("POST", ADDRESS, XML, (xml + "</query>").getBytes(StandardCharsets.UTF_8));
    }
}
