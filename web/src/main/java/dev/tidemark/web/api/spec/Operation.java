package dev.tidemark.web.api.spec;

import module java.base;
import dev.tidemark.web.http.Access;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import io.javalin.http.HandlerType;

/**
 * One thing that a program can ask for: all that there is to say of it.
 *
 * @param path       with names in braces
 * @param access     who may
 * @param id         by which generated clients call it
 * @param says       what it does
 * @param parameters of path and query
 */
public record Operation(HandlerType method, String path, Access access, String id, String says,
        List<Parameter> parameters, Input input, Output output, Handler handler) {

    /** Below which everything stands but the metrics. */
    public static final String ROOT = "/api/v1";

    private static final Pattern BRACES = Pattern.compile("\\{([a-z]+)}");

    /** What an operation does. */
    @FunctionalInterface
    public interface Handler {
        Reply answer(ApiServices apiServices, ApiRequest apiRequest) throws Exception;
    }

    /** What is said of an operation before it is known what it does. */
    public record Draft(HandlerType method, String path, Access access, String id, String says,
            List<Parameter> parameters, Input input, Output output) {

        private Draft with(Parameter parameter) {
            List<Parameter> more = new ArrayList<>(parameters);
            more.add(parameter);
            return new Draft(method, path, access, id, says, more, input, output);
        }

        public Draft query(String name, Parameter.Kind kind, String says) {
            return with(new Parameter(name, kind, true, says));
        }

        public Draft takes(Input what) {
            return new Draft(method, path, access, id, says, parameters, what, output);
        }

        public Draft takes(Class<? extends Record> type) {
            return takes(new Input.Of(type));
        }

        public Draft answers(Output what) {
            return new Draft(method, path, access, id, says, parameters, input, what);
        }

        public Operation by(Handler handler) {
            return new Operation(method, path, access, id, says, parameters, input, output, handler);
        }
    }

    /** @param path below {@link #ROOT} */
    public static Draft get(String path, Access access, String id, String says) {
        return draft(HandlerType.GET, ROOT + path, access, id, says);
    }

    public static Draft post(String path, Access access, String id, String says) {
        return draft(HandlerType.POST, ROOT + path, access, id, says);
    }

    public static Draft put(String path, Access access, String id, String says) {
        return draft(HandlerType.PUT, ROOT + path, access, id, says);
    }

    public static Draft delete(String path, Access access, String id, String says) {
        return draft(HandlerType.DELETE, ROOT + path, access, id, says);
    }

    /** @param path the whole of it */
    public static Draft draft(HandlerType method, String path, Access access, String id, String says) {
        List<Parameter> inPath = BRACES.matcher(path).results().map(m -> Parameter.inPath(m.group(1))).toList();
        return new Draft(method, path, access, id, says, inPath, new Input.Nothing(), Output.nothing("done"));
    }

    /** Its line of the route table. */
    public Route route(ApiServices apiServices) {
        return Route.program(method, path, access, input.types(), input.most(),
                requestContext -> answer(apiServices, requestContext));
    }

    private void answer(ApiServices apiServices, RequestContext requestContext) throws Exception {
        Reply reply = handler.answer(apiServices, new ApiRequest(requestContext, parameters));
        if (!(reply instanceof Reply.Sent)) {
            requestContext.context().status(output.status());
        }
        switch (reply) {
            case Reply.Of of -> requestContext.json(RecordJson.write(of.record()));
            case Reply.Json json -> requestContext.json(json.json());
            case Reply.Nothing nothing -> requestContext.context().res().setHeader("Cache-Control", "no-store");
            case Reply.Sent sent -> { }
        }
    }
}
