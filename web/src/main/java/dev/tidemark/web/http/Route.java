package dev.tidemark.web.http;

import io.javalin.http.HandlerType;
import java.util.Set;

/**
 * One line of the route table.
 *
 * @param method  GET, which changes nothing; or POST; for programs also PUT and DELETE
 * @param path    with names in braces for what varies, as in {@code /reports/{label}}
 * @param access  who may use it
 * @param clientKind by whom it is used
 * @param accepts media types of what may come with the request; none where nothing is to come
 * @param upload  bytes that a file may have which a form brings along, or which a program sends; 0 for none
 * @param handler what it does
 */
public record Route(HandlerType method, String path, Access access, ClientKind clientKind, Set<String> accepts,
        long upload, Handler handler) {

    /** What a route does. */
    @FunctionalInterface
    public interface Handler {
        void answer(RequestContext requestContext) throws Exception;
    }

    /** A page, or something else to be looked at. */
    public static Route get(String path, Access access, Handler handler) {
        return new Route(HandlerType.GET, path, access, ClientKind.PAGE, Set.of(), 0, handler);
    }

    /** A change; asked for by a form with its token. */
    public static Route post(String path, Access access, Handler handler) {
        return new Route(HandlerType.POST, path, access, ClientKind.PAGE, Set.of(Body.FORM), 0, handler);
    }

    /** A change by a form that may bring a file along. @param most bytes that the file may have */
    public static Route upload(String path, Access access, long most, Handler handler) {
        return new Route(HandlerType.POST, path, access, ClientKind.PAGE, Set.of(Body.FORM, Multipart.TYPE), most,
                handler);
    }

    /** Something that programs ask for. @param most bytes that a file may have which they send; 0 for no file */
    public static Route program(HandlerType method, String path, Access access, Set<String> accepts, long most,
            Handler handler) {
        return new Route(method, path, access, ClientKind.PROGRAM, accepts, most, handler);
    }
}
