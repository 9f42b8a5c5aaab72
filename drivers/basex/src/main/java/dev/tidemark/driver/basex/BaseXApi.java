package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.driver.remote.http.HttpApi;
import tools.jackson.databind.JsonNode;

/** How the REST service is greeted, and how it refuses. */
final class BaseXApi implements HttpApi {

    /** A query that takes no time; its answer is JSON by chance. */
    static final String PING = "/rest?query=1";
    private static final int UNAUTHORIZED = 401;
    /** Where in which query it happened, which stands before what happened. */
    private static final Pattern PLACE = Pattern.compile("Stopped at .*");

    @Override
    public String ping() {
        return PING;
    }

    @Override
    public boolean isGreeting(JsonNode answer) {
        return answer.isIntegralNumber() && answer.asInt() == 1;
    }

    @Override
    public String complaint(int status, String body) {
        if (status == UNAUTHORIZED) {
            return "user or password is wrong";
        }
        List<String> lines = body.lines().map(String::strip)
                .filter(line -> !line.isEmpty() && !PLACE.matcher(line).matches()).toList();
        return lines.isEmpty() ? "the server answers " + status : String.join("; ", lines);
    }
}
