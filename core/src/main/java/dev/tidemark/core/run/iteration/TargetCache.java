package dev.tidemark.core.run.iteration;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.ReopenableTarget;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerPath;

/**
 * Opens targets, and keeps at most one of them open for the iteration that follows: the steps of a search differ in
 * nothing that the target would have to be opened again for, and iterations that only read may share what the first of
 * them has made. Where these differ in settings for which a target need only be opened again, it is, and what it holds
 * stays.
 */
public final class TargetCache implements AutoCloseable {

    private CachedTarget idle;
    private boolean closed;

    /** A target that outlives an iteration: to whom its notes go, and who cancels it, changes with the iteration. */
    private static final class CachedTarget {
        private final String hold;
        /** What its users share; empty where what it holds is not this cache's to remove. */
        private final String shared;
        private final RunnerPath scratch;
        private final List<RunRequest.DatasetLocation> datasets;
        private final Values settings;
        private final OpenTarget target;
        /** The folder of the iteration that it was opened for. */
        private final Path folder;
        private volatile Context user;

        CachedTarget(RunRequest request, String shared, Values settings, Context first, TargetOpener opening)
                throws DriverException {
            hold = request.hold();
            this.shared = shared;
            scratch = request.scratch();
            datasets = request.datasets();
            this.settings = settings;
            user = first;
            folder = first.scratch();
            target = opening.open(new Context(first.clock(), first.scratch(), first.secrets(),
                    text -> user.note().accept(text), () -> user.cancelled().getAsBoolean()));
        }

        boolean fits(RunRequest request, String requestedContent, Values requested) {
            boolean samePlace = !shared.isEmpty()
                    || hold.equals(request.hold()) && scratch.equals(request.scratch());
            return shared.equals(requestedContent) && samePlace && datasets.equals(request.datasets())
                    && settings.equals(requested);
        }

        /** Whether one with other settings can go on with what this one holds. */
        boolean leavesData(RunRequest request, String requestedContent, Values requested) {
            return !shared.isEmpty() && shared.equals(requestedContent) && datasets.equals(request.datasets())
                    && target instanceof ReopenableTarget reopenable && reopenable.leavesData(settings, requested);
        }

        /** Closes it, and opens one with other settings in its place. */
        CachedTarget reopened(RunRequest request, Values requested, Context context, TargetOpener opening)
                throws DriverException {
            target.close();
            CachedTarget opened = new CachedTarget(request, shared, requested, context.in(folder), opening);
            try {
                ((ReopenableTarget) opened.target).takeOver();
            } catch (DriverException | RuntimeException e) {
                opened.closeAfter(e);
                throw e;
            }
            return opened;
        }

        private void closeAfter(Exception failure) {
            try {
                close();
            } catch (DriverException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        }

        /** Removes what was made to be shared, too. */
        void close() throws DriverException {
            try {
                if (!shared.isEmpty()) {
                    target.drop();
                }
            } finally {
                target.close();
            }
            if (!shared.isEmpty()) {
                try {
                    Directories.delete(folder);
                } catch (IOException e) {
                    throw new DriverException("the folder " + folder + " could not be removed", e);
                }
            }
        }
    }

    /** Opens what an iteration works on. */
    @FunctionalInterface
    interface TargetOpener {
        OpenTarget open(Context context) throws DriverException;
    }

    /** A target while an iteration uses it. */
    final class InUse implements AutoCloseable {
        private final CachedTarget cached;
        private final boolean fresh;
        private boolean stays;

        private InUse(CachedTarget cached, boolean fresh) {
            this.cached = cached;
            this.fresh = fresh;
        }

        OpenTarget target() {
            return cached.target;
        }

        /** Whether it was opened for this iteration, and holds nothing yet. */
        boolean fresh() {
            return fresh;
        }

        /** Leaves it open for the next request of the same name. */
        void keep() {
            stays = true;
        }

        @Override
        public void close() throws DriverException {
            if (!stays || !put(cached)) {
                cached.close();
            }
        }
    }

    /**
     * The target that the request before left open, if it fits, or one that goes on with what that holds, or a new one.
     * One that does not fit is closed.
     *
     * @param shared   what the iteration shares with others that say the same; empty for nothing
     * @param settings the driver's
     * @param context  the iteration's
     * @param opening  opens a new one
     */
    InUse open(RunRequest request, String shared, Values settings, Context context, TargetOpener opening)
            throws DriverException {
        CachedTarget left = take();
        if (left != null && left.fits(request, shared, settings)) {
            left.user = context;
            return new InUse(left, false);
        }
        if (left != null && left.leavesData(request, shared, settings)) {
            return new InUse(left.reopened(request, settings, context, opening), false);
        }
        if (left != null) {
            left.close();
        }
        return new InUse(new CachedTarget(request, shared, settings, context, opening), true);
    }

    private synchronized CachedTarget take() {
        CachedTarget left = idle;
        idle = null;
        return left;
    }

    /** @return whether it will be closed by this keeper */
    private synchronized boolean put(CachedTarget cached) {
        if (!closed) {
            idle = cached;
        }
        return !closed;
    }

    /** Closes the target that waits for a next iteration. @throws DriverException when it cannot be closed properly */
    void release() throws DriverException {
        CachedTarget left = take();
        if (left != null) {
            left.close();
        }
    }

    /** Closes what waits, and keeps nothing from now on. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        try {
            release();
        } catch (DriverException e) {
            // Every iteration on it has ended and is written down; there is nobody left to tell but the log.
            System.err.println("the target could not be closed: " + e.getMessage());
        }
    }
}
