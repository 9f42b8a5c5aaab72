package dev.tidemark.core.driver.remote.http;

import module java.base;

/** The nodes of a server, which are asked in turn; one that cannot be reached is passed over for a while. */
final class HttpNodes {

    /** After so long a node that could not be reached is tried again. */
    static final Duration APART = Duration.ofSeconds(30);
    /** A moment that no clock tells: the node can be reached. */
    private static final long UP = Long.MIN_VALUE;

    private final List<String> roots;
    private final LongSupplier nanoTime;
    private final Consumer<String> note;
    private final AtomicInteger next = new AtomicInteger();
    /** When each could not be reached. */
    private final AtomicLongArray down;

    /** @param roots of their addresses, without a slash behind */
    HttpNodes(List<String> roots, LongSupplier nanoTime, Consumer<String> note) {
        this.roots = List.copyOf(roots);
        this.nanoTime = nanoTime;
        this.note = note;
        down = new AtomicLongArray(roots.size());
        for (int i = 0; i < roots.size(); i++) {
            down.set(i, UP);
        }
    }

    int count() {
        return roots.size();
    }

    String root(int node) {
        return roots.get(node);
    }

    /** The next one in turn that can be reached, as far as is known; the next one where none can. */
    int next() {
        if (roots.size() == 1) {
            return 0;
        }
        int turn = next.getAndIncrement();
        for (int i = 0; i < roots.size(); i++) {
            int node = Math.floorMod(turn + i, roots.size());
            if (isUp(node) || isToBeTried(node)) {
                return node;
            }
        }
        return Math.floorMod(turn, roots.size());
    }

    private boolean isUp(int node) {
        return down.get(node) == UP;
    }

    /** One request tries it and the others go on: else all workers would wait for a node that does not answer. */
    private boolean isToBeTried(int node) {
        long since = down.get(node);
        long now = nanoTime.getAsLong();
        return since != UP && now - since >= APART.toNanos() && down.compareAndSet(node, since, now);
    }

    /** It has answered. */
    void answered(int node) {
        if (!isUp(node) && down.getAndSet(node, UP) != UP) {
            note.accept("Node " + roots.get(node) + " can be reached again.");
        }
    }

    /** It could not be reached. */
    void missed(int node, IOException e) {
        if (roots.size() > 1 && down.getAndSet(node, nanoTime.getAsLong()) == UP) {
            note.accept("Node " + roots.get(node) + " is passed over: " + (e.getMessage() == null
                    ? "nobody listens there" : e.getMessage()) + ". It is tried again every " + APART.toSeconds()
                    + " s.");
        }
    }
}
