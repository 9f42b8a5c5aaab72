package dev.tidemark.core.driver.support;

import dev.tidemark.core.driver.DriverException;

/** Closes things of which there are several, such as a store for each shard. */
public final class Closing {

    private Closing() {}

    /** Closes one of them. */
    @FunctionalInterface
    public interface Closer<C> {
        void close(C one) throws DriverException;
    }

    /** Closes each, whatever becomes of the others; the first failure is thrown, and the others are suppressed in it. */
    public static <C> void all(Iterable<? extends C> things, Closer<C> closer) throws DriverException {
        Exception first = null;
        for (C one : things) {
            try {
                closer.close(one);
            } catch (DriverException | RuntimeException e) {
                first = with(first, e);
            }
        }
        switch (first) {
            case null -> { }
            case DriverException e -> throw e;
            default -> throw (RuntimeException) first;
        }
    }

    /** Closes each after a failure, which the caller throws; those of closing are suppressed in it. */
    public static <C> void after(Exception failure, Iterable<? extends C> things, Closer<C> closer) {
        try {
            all(things, closer);
        } catch (DriverException | RuntimeException e) {
            with(failure, e);
        }
    }

    private static Exception with(Exception first, Exception more) {
        if (first == null) {
            return more;
        }
        if (first != more) {
            first.addSuppressed(more);
        }
        return first;
    }
}
