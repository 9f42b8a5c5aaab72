package dev.tidemark.web.api.spec;

import module java.base;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.web.api.spec.Parameter.Kind;
import dev.tidemark.web.http.Body;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Upload;

/** One request, as its handler sees it; nothing in its query but what its operation declares. */
public final class ApiRequest {

    private final RequestContext requestContext;
    private final Form query;

    /** @throws InvalidInputException when the query has a name that the operation does not declare, or one twice */
    ApiRequest(RequestContext requestContext, List<Parameter> parameters) {
        this.requestContext = requestContext;
        this.query = requestContext.query();
        Map<String, Kind> known = new LinkedHashMap<>();
        parameters.stream().filter(Parameter::query).forEach(p -> known.put(p.name(), p.kind()));
        for (String name : query.fields().keySet()) {
            if (!known.containsKey(name)) {
                throw new InvalidInputException("unknown name '" + name + "' in the query"
                        + Suggestions.hint(name, known.keySet()));
            }
            if (query.all(name).size() > 1 && known.get(name) != Kind.TEXTS) {
                throw new InvalidInputException("'" + name + "' stands twice in the query");
            }
        }
    }

    public RequestContext visit() {
        return requestContext;
    }

    /** What stands in the path in place of the name in braces. */
    public String name(String inBraces) {
        return requestContext.name(inBraces);
    }

    /** The number of a job in the path. @throws HttpException when it is none */
    public long job() {
        return number(ApiRequest::noJob);
    }

    /** The number in the path of work that goes on by itself. @throws HttpException when it is none */
    public long work() {
        return number(id -> HttpException.missing("there is no work " + id));
    }

    private long number(Function<String, HttpException> otherwise) {
        String id = requestContext.name("id");
        try {
            return Long.parseLong(id);
        } catch (NumberFormatException e) {
            throw otherwise.apply(id);
        }
    }

    public static HttpException noJob(String id) {
        return HttpException.missing("there is no job " + id);
    }

    public Optional<String> query(String name) {
        return query.text(name).map(String::strip);
    }

    /** Every text of a name that may stand several times; each once. */
    public List<String> texts(String name) {
        return query.all(name).stream().distinct().toList();
    }

    public String needed(String name) {
        return query(name).orElseThrow(() -> new InvalidInputException("'" + name + "' is missing in the query"));
    }

    /** A whole number in the query; above the largest that is useful, that. */
    public int number(String name, int usual, int most) {
        return query(name).map(text -> {
            if (!text.matches("[0-9]{1,18}")) {
                throw new InvalidInputException(name + ": '" + text + "' is no whole number from 0 on");
            }
            return (int) Math.min(most, Long.parseLong(text));
        }).orElse(usual);
    }

    public boolean flag(String name) {
        return query(name).map(text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new InvalidInputException(name + ": '" + text + "' is neither true nor false");
        }).orElse(false);
    }

    /** What was sent along. @throws InvalidInputException saying what is wrong with it */
    public <R extends Record> R body(Class<R> type) {
        return RecordJson.read(requestContext.body().text(), type);
    }

    /** The file that was sent along. */
    public Upload file() {
        return requestContext.upload().orElseThrow(); // the gate lets nothing else through where a file is wanted
    }

    /** The experiment that was sent along; not checked. @throws InvalidInputException when it is no document */
    public DocumentNode.Mapping experiment() {
        Body body = requestContext.body();
        return body.type().equals(Body.YAML) ? ExperimentReader.document(body.text(), "experiment")
                : JsonDocument.experiment(body.text());
    }
}
