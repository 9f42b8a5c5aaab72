package dev.tidemark.web.api;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import dev.tidemark.core.spec.ExperimentReader;
import dev.tidemark.core.spec.Node;
import dev.tidemark.web.api.Parameter.Kind;
import dev.tidemark.web.http.Body;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Refusal;
import dev.tidemark.web.http.Upload;
import dev.tidemark.web.http.Visit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** One request, as its handler sees it; nothing in its query but what its operation declares. */
final class Call {

    private final Visit visit;
    private final Form query;

    /** @throws BadInput when the query has a name that the operation does not declare, or one twice */
    Call(Visit visit, List<Parameter> parameters) {
        this.visit = visit;
        this.query = visit.query();
        Map<String, Kind> known = new LinkedHashMap<>();
        parameters.stream().filter(Parameter::query).forEach(p -> known.put(p.name(), p.kind()));
        for (String name : query.fields().keySet()) {
            if (!known.containsKey(name)) {
                throw new BadInput("unknown name '" + name + "' in the query" + Nearest.hint(name, known.keySet()));
            }
            if (query.all(name).size() > 1 && known.get(name) != Kind.TEXTS) {
                throw new BadInput("'" + name + "' stands twice in the query");
            }
        }
    }

    Visit visit() {
        return visit;
    }

    /** What stands in the path in place of the name in braces. */
    String name(String inBraces) {
        return visit.name(inBraces);
    }

    /** The number of a job in the path. @throws Refusal when it is none */
    long job() {
        return number(Call::noJob);
    }

    /** The number in the path of work that goes on by itself. @throws Refusal when it is none */
    long work() {
        return number(id -> Refusal.missing("there is no work " + id));
    }

    private long number(Function<String, Refusal> otherwise) {
        String id = visit.name("id");
        try {
            return Long.parseLong(id);
        } catch (NumberFormatException e) {
            throw otherwise.apply(id);
        }
    }

    static Refusal noJob(String id) {
        return Refusal.missing("there is no job " + id);
    }

    Optional<String> query(String name) {
        return query.text(name).map(String::strip);
    }

    /** Every text of a name that may stand several times; each once. */
    List<String> texts(String name) {
        return query.all(name).stream().distinct().toList();
    }

    String needed(String name) {
        return query(name).orElseThrow(() -> new BadInput("'" + name + "' is missing in the query"));
    }

    /** A whole number in the query; above the largest that is useful, that. */
    int number(String name, int usual, int most) {
        return query(name).map(text -> {
            if (!text.matches("[0-9]{1,18}")) {
                throw new BadInput(name + ": '" + text + "' is no whole number from 0 on");
            }
            return (int) Math.min(most, Long.parseLong(text));
        }).orElse(usual);
    }

    boolean flag(String name) {
        return query(name).map(text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new BadInput(name + ": '" + text + "' is neither true nor false");
        }).orElse(false);
    }

    /** What was sent along. @throws BadInput saying what is wrong with it */
    <R extends Record> R body(Class<R> type) {
        return JsonIn.read(visit.body().text(), type);
    }

    /** The file that was sent along. */
    Upload file() {
        return visit.upload().orElseThrow(); // the gate lets nothing else through where a file is wanted
    }

    /** The experiment that was sent along; not checked. @throws BadInput when it is no document */
    Node.Mapping experiment() {
        Body body = visit.body();
        return body.type().equals(Body.YAML) ? ExperimentReader.document(body.text(), "experiment")
                : JsonIn.experiment(body.text());
    }
}
