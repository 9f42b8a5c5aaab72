package dev.tidemark.web.http;

import io.javalin.http.HandlerType;

/**
 * One line of the route table.
 *
 * @param method  GET, which changes nothing, or POST
 * @param path    with names in braces for what varies, as in {@code /reports/{label}}
 * @param access  who may use it
 * @param upload  bytes that a file may have which the form brings along; 0 for a form without one
 * @param handler what it does
 */
public record Route(HandlerType method, String path, Access access, long upload, Handler handler) {

    /** What a route does. */
    @FunctionalInterface
    public interface Handler {
        void answer(Visit visit) throws Exception;
    }

    /** A page, or something else to be looked at. */
    public static Route get(String path, Access access, Handler handler) {
        return new Route(HandlerType.GET, path, access, 0, handler);
    }

    /** A change; asked for by a form with its token. */
    public static Route post(String path, Access access, Handler handler) {
        return new Route(HandlerType.POST, path, access, 0, handler);
    }

    /** A change by a form that may bring a file along. @param most bytes that the file may have */
    public static Route upload(String path, Access access, long most, Handler handler) {
        return new Route(HandlerType.POST, path, access, most, handler);
    }
}
