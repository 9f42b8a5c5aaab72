package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.driver.remote.UnreachableException;

/**
 * Of targets that give up soon, so that nobody waits long for what a test keeps from being answered. What has to work
 * beside that is best done by another target, which has time; where it must be the same one, {@link #inTime} tries it.
 */
public final class ShortPatience {

    /** The {@code operation-timeout}. */
    public static final String LIMIT = "200ms";

    private ShortPatience() {}

    /** Does what can be done twice until it was in time, since any machine stands still for so long at times. */
    public static <T> T inTime(Callable<T> operation) throws Exception {
        while (true) {
            try {
                return operation.call();
            } catch (Exception e) {
                if (!isTooLate(e)) {
                    throw e;
                } // what is never in time is ended by the limit of the test
            }
        }
    }

    private static boolean isTooLate(Exception e) {
        return e instanceof TimeoutException || e.getCause() instanceof TimeoutException
                || e instanceof UnreachableException;
    }
}
