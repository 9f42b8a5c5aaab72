package dev.tidemark.web.api;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import dev.tidemark.core.spec.ExperimentReader;
import dev.tidemark.core.spec.Node;
import dev.tidemark.web.http.Body;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Refusal;
import dev.tidemark.web.http.Visit;
import java.util.List;
import java.util.Optional;

/** One request, as its handler sees it; nothing in its query but what its operation declares. */
final class Call {

    private final Visit visit;
    private final Form query;

    /** @throws BadInput when the query has a name that the operation does not declare, or one twice */
    Call(Visit visit, List<Parameter> parameters) {
        this.visit = visit;
        this.query = visit.query();
        List<String> known = parameters.stream().filter(Parameter::query).map(Parameter::name).toList();
        for (String name : query.fields().keySet()) {
            if (!known.contains(name)) {
                throw new BadInput("unknown name '" + name + "' in the query" + Nearest.hint(name, known));
            }
            if (query.all(name).size() > 1) {
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
        String id = visit.name("id");
        try {
            return Long.parseLong(id);
        } catch (NumberFormatException e) {
            throw noJob(id);
        }
    }

    static Refusal noJob(String id) {
        return Refusal.missing("there is no job " + id);
    }

    Optional<String> query(String name) {
        return query.text(name).map(String::strip);
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

    /** The experiment that was sent along; not checked. @throws BadInput when it is no document */
    Node.Mapping experiment() {
        Body body = visit.body();
        return body.type().equals(Body.YAML) ? ExperimentReader.document(body.text(), "experiment")
                : JsonIn.experiment(body.text());
    }
}
