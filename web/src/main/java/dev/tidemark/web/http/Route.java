package dev.tidemark.web.http;

import io.javalin.http.HandlerType;

/**
 * One line of the route table.
 *
 * @param method  GET, which changes nothing, or POST
 * @param path    with names in braces for what varies, as in {@code /reports/{label}}
 * @param access  who may use it
 * @param handler what it does
 */
public record Route(HandlerType method, String path, Access access, Handler handler) {

    /** What a route does. */
    @FunctionalInterface
    public interface Handler {
        void answer(Visit visit) throws Exception;
    }

    /** A page, or something else to be looked at. */
    public static Route get(String path, Access access, Handler handler) {
        return new Route(HandlerType.GET, path, access, handler);
    }

    /** A change; asked for by a form with its token. */
    public static Route post(String path, Access access, Handler handler) {
        return new Route(HandlerType.POST, path, access, handler);
    }
}
