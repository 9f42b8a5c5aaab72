package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.driver.remote.http.HttpApi;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.param.Printable;
import tools.jackson.databind.JsonNode;

/** How Solr is greeted and asked, and how it refuses. */
class SolrApi implements HttpApi {

    static final String FORM = "application/x-www-form-urlencoded";
    static final String PING = "/solr/admin/info/health?wt=json";
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    /** Where an answer in XML was asked for. */
    private static final Pattern XML_MESSAGE = Pattern.compile(
            "(?s)<lst name=\"error\">.*?<str name=\"msg\">(.*?)</str>");

    /** Where its servlet container has made a page of it, as of a body that is no JSON. */
    private static final Pattern PAGE_MESSAGE = Pattern.compile(
            "(?is)<title>[^<]*?\\bmsg=([^<]*?)(?:,(?:code|trace|error-class|metadata|details)=[^<]*|\\})?</title>");
    private static final int TOLD = 300;

    @Override
    public String ping() {
        return PING;
    }

    @Override
    public boolean isGreeting(JsonNode answer) {
        return answer.path("responseHeader").has("status");
    }

    /** For a user who need not be allowed anything but to search. @param known whether there is one */
    static HttpApi ofReader(boolean known) {
        return new SolrApi() {
            /** {@inheritDoc} A server that refuses a greeting is there, and knows the user. */
            @Override
            public void greet(HttpConnection made, Duration longest)
                    throws IOException, InterruptedException, HttpRefusedException, TimeoutException {
                try {
                    super.greet(made, longest);
                } catch (HttpRefusedException e) {
                    if (!isForbidden(e, known)) {
                        throw e;
                    }
                }
            }
        };
    }

    /** Whether what was asked is not allowed to this user, or to whoever is none. */
    static boolean isForbidden(HttpRefusedException e, boolean known) {
        return e.status() == FORBIDDEN || !known && e.status() == UNAUTHORIZED;
    }

    /** What each of its answers has, where all went well. */
    static JsonNode done(JsonNode answer) throws HttpRefusedException {
        JsonNode status = answer.path("responseHeader").path("status");
        return HttpConnection.documented(answer, status.isIntegralNumber() && status.asInt() == 0,
                "it has no status 0");
    }

    /** Of an answer to a query, what was found. */
    static JsonNode found(JsonNode answer) throws HttpRefusedException {
        JsonNode found = answer.path("response");
        return HttpConnection.documented(answer, found.path("numFound").isNumber() && found.path("docs").isArray(),
                "it has no documents").path("response");
    }

    /** {@inheritDoc} Without the class of its exception, and what its parser would have liked instead. */
    @Override
    public String complaint(int status, String body) {
        Matcher xml = XML_MESSAGE.matcher(body);
        JsonNode answer = HttpConnection.parse(body);
        Matcher page = PAGE_MESSAGE.matcher(body);
        String message = brief(xml.find() ? xml.group(1) : page.find() ? text(page.group(1))
                : answer.path("error").path("msg").asString(
                answer.path("response").path("docs").path(0).path("EXCEPTION").asString("")));
        if (!message.isBlank()) {
            return message;
        }
        return switch (status) {
            case UNAUTHORIZED -> "user or password is wrong";
            case FORBIDDEN -> "the server answers 403: this user may not do that, or it is not there";
            default -> HttpApi.wordless(status);
        };
    }

    /** What stands on a page, without its escapes, in one line. */
    private static String text(String written) {
        String text = written.replace("&quot;", "\"").replace("&#39;", "'").replace("&apos;", "'").replace("&lt;", "<")
                .replace("&gt;", ">").replace("&amp;", "&").replaceAll("[\\p{C}\\s]+", " ");
        return Printable.shortened(text, TOLD + 1);
    }

    /** The first line of a message, without the class of its exception. */
    static String brief(String message) {
        return message.lines().findFirst().orElse("").replaceFirst("^([a-z]+\\.)+([A-Z]\\w*): ", "").strip();
    }

    /** Parameters as they stand in an address, or in a form. */
    static String encoded(Map<String, String> parameters) {
        return parameters.entrySet().stream().map(p -> encoded(p.getKey()) + "=" + encoded(p.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
