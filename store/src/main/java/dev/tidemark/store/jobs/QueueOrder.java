package dev.tidemark.store.jobs;

import module java.base;

/** Orders of a queue. */
final class QueueOrder {

    private QueueOrder() {}

    /**
     * The same numbers with one of them elsewhere; the others keep their order.
     *
     * @param place from 1; one beyond either end means that end
     */
    static List<Long> moved(List<Long> ids, long id, int place) {
        List<Long> order = new ArrayList<>(ids);
        if (order.remove(id)) {
            order.add(Math.clamp(place - 1L, 0, order.size()), id);
        }
        return order;
    }
}
