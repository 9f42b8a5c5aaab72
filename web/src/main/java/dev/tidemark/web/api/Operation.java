package dev.tidemark.web.api;

import dev.tidemark.web.http.Access;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Visit;
import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One thing that a program can ask for: all that there is to say of it.
 *
 * @param path       with names in braces
 * @param access     who may
 * @param id         by which generated clients call it
 * @param says       what it does
 * @param parameters of path and query
 */
record Operation(HandlerType method, String path, Access access, String id, String says, List<Parameter> parameters,
        Input input, Output output, Handler handler) {

    /** Below which everything stands but the metrics. */
    static final String ROOT = "/api/v1";

    private static final Pattern BRACES = Pattern.compile("\\{([a-z]+)}");

    /** What an operation does. */
    @FunctionalInterface
    interface Handler {
        Reply answer(Desk desk, Call call) throws Exception;
    }

    /** What is said of an operation before it is known what it does. */
    record Draft(HandlerType method, String path, Access access, String id, String says, List<Parameter> parameters,
            Input input, Output output) {

        private Draft with(Parameter parameter) {
            List<Parameter> more = new ArrayList<>(parameters);
            more.add(parameter);
            return new Draft(method, path, access, id, says, more, input, output);
        }

        Draft query(String name, Parameter.Kind kind, String says) {
            return with(new Parameter(name, kind, true, says));
        }

        Draft takes(Input what) {
            return new Draft(method, path, access, id, says, parameters, what, output);
        }

        Draft takes(Class<? extends Record> type) {
            return takes(new Input.Of(type));
        }

        Draft answers(Output what) {
            return new Draft(method, path, access, id, says, parameters, input, what);
        }

        Operation by(Handler handler) {
            return new Operation(method, path, access, id, says, parameters, input, output, handler);
        }
    }

    /** @param path below {@link #ROOT} */
    static Draft get(String path, Access access, String id, String says) {
        return draft(HandlerType.GET, ROOT + path, access, id, says);
    }

    static Draft post(String path, Access access, String id, String says) {
        return draft(HandlerType.POST, ROOT + path, access, id, says);
    }

    static Draft put(String path, Access access, String id, String says) {
        return draft(HandlerType.PUT, ROOT + path, access, id, says);
    }

    static Draft delete(String path, Access access, String id, String says) {
        return draft(HandlerType.DELETE, ROOT + path, access, id, says);
    }

    /** @param path the whole of it */
    static Draft draft(HandlerType method, String path, Access access, String id, String says) {
        List<Parameter> inPath = BRACES.matcher(path).results().map(m -> Parameter.inPath(m.group(1))).toList();
        return new Draft(method, path, access, id, says, inPath, new Input.Nothing(), Output.nothing("done"));
    }

    /** Its line of the route table. */
    Route route(Desk desk) {
        return Route.program(method, path, access, input.types(), input.most(), visit -> answer(desk, visit));
    }

    private void answer(Desk desk, Visit visit) throws Exception {
        Reply reply = handler.answer(desk, new Call(visit, parameters));
        if (!(reply instanceof Reply.Sent)) {
            visit.context().status(output.status());
        }
        switch (reply) {
            case Reply.Of of -> visit.json(JsonOut.write(of.record()));
            case Reply.Json json -> visit.json(json.json());
            case Reply.Nothing nothing -> visit.context().res().setHeader("Cache-Control", "no-store");
            case Reply.Sent sent -> { }
        }
    }
}
