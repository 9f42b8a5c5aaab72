package dev.tidemark.driver.http;

import static dev.tidemark.core.param.ChangeCost.REOPEN;

import module java.base;
import dev.tidemark.core.driver.language.http.HttpLanguage;
import dev.tidemark.core.driver.language.http.RequestTemplate;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.param.Values;

/** How a server is reached, and what of its answers counts as what. */
final class HttpParams {

    /** What an answer must be. */
    enum Answers { JSON, ANY }

    /** What it is that something was not found. */
    enum NotFound { FAILURE, MISS }

    private static final String NOTHING = "none";
    private static final String ROOT = "/";
    private static final String BEARER = "Authorization: Bearer";
    private static final Pattern HEADER = Pattern.compile("([A-Za-z0-9!#$%&'*+.^_`|~-]+):\\s*(.*)");

    static final Param<String> ADDRESS = ConnectionParams.address("127.0.0.1:8080");

    static final Param<String> BASE_PATH = Param.text("base-path").byDefault(ROOT).changing(REOPEN)
            .reaching(Reach.SCRIPT, path -> path.equals(ROOT) ? List.of() : List.of("requests below " + path))
            .help("What stands on the server in front of the path of every request, as in /solr.");

    static final Param<SecretRef> TOKEN = Param.secret("token").orElse(NOTHING).changing(REOPEN)
            .help("Where a token or API key is that every request carries, in the place of user and password.")
            .asMain();

    static final Param<String> TOKEN_HEADER = Param.text("token-header").byDefault(BEARER).changing(REOPEN)
            .reaching(Reach.SCRIPT, text -> text.equals(BEARER) ? List.of() : List.of("requests with a " + text))
            .help("The header in which the token goes, and what stands in front of it there: Authorization: ApiKey, or "
                    + "api-key alone.");

    static final Param<String> HEADERS = Param.text("headers").orElse(NOTHING).changing(REOPEN)
            .reaching(Reach.SCRIPT, text -> List.of("requests with " + text))
            .help("Headers of every request, without secrets: NAME: VALUE; NAME: VALUE.");

    static final Param<String> PING = Param.text("ping").byDefault(ROOT).orElse(NOTHING).changing(REOPEN)
            .reaching(Reach.SCRIPT, path -> path.equals(ROOT) ? List.of() : List.of("GET " + path))
            .help("Path below base-path that is asked by GET when a connection is made, to see whether the server is "
                    + "there and knows the user; any answer will do but 401, 407, 429 and from 500.");

    static final Param<Answers> ANSWERS = Param.oneOf("answers", Answers.class).byDefault(Answers.JSON).changing(REOPEN)
            .help("Whether an answer with anything in it must be JSON, so that the page of a proxy is a failure, or "
                    + "may be anything.");

    static final Param<NotFound> NOT_FOUND = Param.oneOf("on-404", NotFound.class).byDefault(NotFound.FAILURE)
            .changing(REOPEN)
            .help("What it is that the server answers a GET or HEAD with 404: a failure, or an answer without rows.");

    static final Param<String> HITS_AT = pointer("hits-at", "not looked for",
            "Where an answer says how many rows it has: a JSON pointer to a number, or to an array, whose elements "
                    + "count, as /hits/total/value.").asMain();

    static final Param<String> FAILED_AT = pointer("failed-at", "the status alone",
            "Where an answer says that it failed, though its status does not: JSON pointers with ; between, as "
                    + "/errors;/timed_out. What is true, not 0 or not empty there is a failure.");

    static final ParamSet ALL = ConnectionParams.ofVisitor(ADDRESS).plus(ConnectionParams.tls())
            .plus(ParamSet.of(BASE_PATH, TOKEN, TOKEN_HEADER, HEADERS, PING, ANSWERS, NOT_FOUND, HITS_AT, FAILED_AT)
            .with(HttpParams::oneLogin, HttpParams::pathsBegin,
                    HttpParams::pointersBegin, HttpParams::headersAre));

    private HttpParams() {}

    private static Param<String> pointer(String name, String absent, String help) {
        return Param.text(name).orElse(absent).changing(REOPEN).reaching(Reach.NOTHING).help(help);
    }

    private static Optional<String> oneLogin(Values values) {
        return values.find(TOKEN).isPresent() && values.find(ConnectionParams.USER).isPresent()
                ? Optional.of("token: user and password are another login; leave one of them out") : Optional.empty();
    }

    private static Optional<String> pathsBegin(Values values) {
        return Stream.of(BASE_PATH, PING).filter(p -> !values.find(p).orElse(ROOT).matches("/[^\\s#?]*")).findFirst()
                .map(p -> p.name() + (values.get(p).contains("?") ? ": a query would be stored and shown; leave it out"
                        : ": '" + values.get(p) + "' is no path; it begins with /"));
    }

    private static Optional<String> pointersBegin(Values values) {
        return Stream.of(HITS_AT, FAILED_AT).flatMap(p -> pointers(values, p).stream().filter(at -> !at.startsWith("/"))
                .map(at -> p.name() + ": '" + at + "' is no JSON pointer; it begins with /")).findFirst();
    }

    /** None where the setting has none. */
    static List<String> pointers(Values values, Param<String> of) {
        return values.find(of).map(text -> Arrays.stream(text.split(";")).map(String::strip).toList())
                .orElse(List.of());
    }

    private static Optional<String> headersAre(Values values) {
        String text = values.find(HEADERS).orElse("");
        for (String header : text.isBlank() ? new String[0] : text.split(";")) {
            Matcher named = HEADER.matcher(header.strip());
            if (!named.matches()) {
                return Optional.of("headers: '" + header.strip() + "' is no header; write NAME: VALUE; NAME: VALUE");
            }
            if (HttpLanguage.isSecret(named.group(1))) {
                return Optional.of("headers: " + named.group(1) + " would be stored and shown; set 'token' to where it "
                        + "is kept, and token-header to its name");
            }
            if (HttpLanguage.isTheClients(named.group(1))) {
                return Optional.of("headers: " + named.group(1) + " is written by the client itself");
            }
        }
        return HEADER.matcher(tokenHeader(values)).matches() ? Optional.empty()
                : Optional.of("token-header: write it as Authorization: Bearer, or as the name of a header alone");
    }

    private static String tokenHeader(Values values) {
        String header = values.get(TOKEN_HEADER);
        return header.contains(":") ? header : header + ":";
    }

    /** Headers of every request beside a login by user and password, names and values by turns. */
    static List<String> headers(Values values, Optional<String> token) {
        List<String> all = new ArrayList<>();
        for (String header : values.find(HEADERS).map(text -> text.split(";")).orElse(new String[0])) {
            add(header.strip(), "", all);
        }
        token.ifPresent(secret -> add(tokenHeader(values), secret, all));
        return all;
    }

    private static void add(String header, String behind, List<String> to) {
        Matcher named = HEADER.matcher(header);
        if (named.matches()) {
            to.addAll(List.of(named.group(1), (named.group(2) + " " + behind).strip()));
        }
    }

    /** In front of every path: nothing, or without a slash at its end. */
    static String base(Values values) {
        return RequestTemplate.legal(values.get(BASE_PATH).replaceFirst("/+$", ""));
    }
}
