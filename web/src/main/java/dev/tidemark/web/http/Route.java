package dev.tidemark.web.http;

import io.javalin.http.HandlerType;
import java.util.Set;

/**
 * One line of the route table.
 *
 * @param method  GET, which changes nothing; or POST; for programs also PUT and DELETE
 * @param path    with names in braces for what varies, as in {@code /reports/{label}}
 * @param access  who may use it
 * @param face    by whom it is used
 * @param accepts media types of what may come with the request; none where nothing is to come
 * @param handler what it does
 */
public record Route(HandlerType method, String path, Access access, Face face, Set<String> accepts, Handler handler) {

    /** What a route does. */
    @FunctionalInterface
    public interface Handler {
        void answer(Visit visit) throws Exception;
    }

    /** A page, or something else to be looked at. */
    public static Route get(String path, Access access, Handler handler) {
        return new Route(HandlerType.GET, path, access, Face.PAGE, Set.of(), handler);
    }

    /** A change; asked for by a form with its token. */
    public static Route post(String path, Access access, Handler handler) {
        return new Route(HandlerType.POST, path, access, Face.PAGE, Set.of(Body.FORM), handler);
    }

    /** Something that programs ask for. */
    public static Route program(HandlerType method, String path, Access access, Set<String> accepts, Handler handler) {
        return new Route(method, path, access, Face.PROGRAM, accepts, handler);
    }
}
