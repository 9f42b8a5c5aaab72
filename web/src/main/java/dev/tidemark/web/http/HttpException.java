package dev.tidemark.web.http;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;

/** A request that is not answered as wished. The message is one line for the person who asked. */
public final class HttpException extends RuntimeException {

    private final int status;

    public HttpException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** What was asked for is not there. */
    public static HttpException missing(String message) {
        return new HttpException(404, message);
    }

    /** That there is nothing of a name, and the nearest. */
    public static HttpException missing(String what, String name, List<String> names) {
        return missing("there is no " + what + " '" + name + "'" + Suggestions.hint(name, names));
    }

    /** What a request names. @param named refuses a name of nothing, with the sentence that is answered */
    public static <T> T found(Supplier<T> named) {
        try {
            return named.get();
        } catch (InvalidInputException e) {
            throw missing(e.getMessage());
        }
    }

    public int status() {
        return status;
    }
}
