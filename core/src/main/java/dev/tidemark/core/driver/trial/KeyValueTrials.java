package dev.tidemark.core.driver.trial;

import module java.base;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Walk;
import dev.tidemark.core.driver.Walk.Depth;

/**
 * Tries sessions of keys and values. Each trial has keys of its own, so that none depends on another.
 *
 * @param valueSize of values of the numbered keyspace, in bytes
 */
record KeyValueTrials(KeyspaceTarget target, Samples samples, int valueSize) {

    /** Keyspace of numbered keys. */
    static final int NUMBERED = 0;
    /** Keyspace of keys of any bytes. */
    static final int ANY = 1;
    /** Of the numbered keyspace. */
    static final int KEYS = 64;
    private static final int[] SIZES = {1, 100, 2000, 60_000};
    private static final int SIZE = 500;

    /** Something done with a session. */
    private interface SessionCall {
        void of(KeyValueSession session) throws Exception;
    }

    private void with(SessionCall use) throws Exception {
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            use.of(session);
        }
    }

    private void put(KeyValueSession session, String key, int seed, int size) throws Exception {
        session.put(ANY, Samples.direct(key), samples.value(seed, size));
    }

    private static void commit(KeyValueSession session) throws Exception {
        Samples.requireStored(session.commit());
    }

    private int get(KeyValueSession session, String key, ByteBuffer into) throws Exception {
        return session.get(ANY, Samples.direct(key), into);
    }

    private void requireValue(KeyValueSession session, String key, int seed, int size) throws Exception {
        ByteBuffer into = samples.room(size + 10);
        samples.requireValue("key " + key, get(session, key, into), into, seed, size);
    }

    private void requireAbsent(KeyValueSession session, String key) throws Exception {
        samples.requireAbsent("key " + key, get(session, key, samples.room(SIZE)));
    }

    /** @param counts whether it counts keys of any value; blocks are counted by what a dataset wrote into them */
    void numbered(boolean counts) throws Exception {
        with(session -> {
            for (int key = 0; key < KEYS; key++) {
                session.put(NUMBERED, NumberedKeys.of(key), samples.value(key, valueSize));
                if (key % 8 == 7) {
                    commit(session);
                }
            }
            session.put(NUMBERED, NumberedKeys.of(7), samples.value(-7, valueSize));
            commit(session);
        });
        with(session -> {
            ByteBuffer into = samples.room(valueSize);
            for (int key = 0; key < KEYS; key++) {
                samples.requireValue("key " + key, session.get(NUMBERED, NumberedKeys.of(key), into), into,
                        key == 7 ? -7 : key, valueSize);
            }
        });
        if (counts) {
            samples.requireCount("keys that were counted", target.count(NUMBERED, Progress.none()), KEYS);
        }
    }

    void anyKeys() throws Exception {
        with(session -> {
            String odd = Samples.text(samples.value(1, 100));
            put(session, odd, 1, SIZE);
            for (int size : SIZES) {
                put(session, "kv-" + size, size, size);
            }
            commit(session);
            put(session, "kv-1", 2, SIZE);
            commit(session);
            put(session, "kv-1", 3, SIZE);
            session.rollback();
            commit(session);
            requireValue(session, odd, 1, SIZE);
            requireValue(session, "kv-1", 2, SIZE);
            for (int size : Arrays.copyOfRange(SIZES, 1, SIZES.length)) {
                requireValue(session, "kv-" + size, size, size);
            }
            requireAbsent(session, "kv-");
        });
    }

    void transactions() throws Exception {
        with(session -> with(other -> {
            for (int i = 0; i < 10; i++) {
                put(session, "tx-" + i, i, SIZE);
            }
            requireAbsent(other, "tx-0");
            commit(session);
            for (int i = 0; i < 10; i++) {
                requireValue(other, "tx-" + i, i, SIZE);
                put(session, "tx-" + i, -i, SIZE);
            }
            session.rollback();
            commit(session);
            requireValue(other, "tx-9", 9, SIZE);
        }));
    }

    void deleting() throws Exception {
        with(session -> {
            put(session, "delete-a", 1, SIZE);
            put(session, "delete-b", 2, SIZE);
            commit(session);
            session.delete(ANY, Samples.direct("delete-a"));
            session.delete(ANY, Samples.direct("delete-never-there"));
            commit(session);
            requireAbsent(session, "delete-a");
            requireValue(session, "delete-b", 2, SIZE);
        });
    }

    void heads() throws Exception {
        with(session -> {
            for (int size : SIZES) {
                put(session, "head-" + size, 1, size);
            }
            commit(session);
            for (int size : SIZES) {
                samples.requireSize("key head-" + size, session.head(ANY, Samples.direct("head-" + size)), size);
            }
            samples.requireAbsent("key head-", session.head(ANY, Samples.direct("head-")));
        });
    }

    void scanning() throws Exception {
        with(session -> {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                String key = "scan-" + (char) ('A' + i * 7 % 30);
                put(session, key, key.hashCode(), SIZE);
                expected.add(key);
            }
            commit(session);
            expected = expected.stream().sorted().skip(5).limit(10).toList();
            List<String> met = new ArrayList<>();
            List<Boolean> right = new ArrayList<>();
            int rows = session.scan(ANY, Samples.direct(expected.getFirst()), expected.size(), (key, value) -> {
                met.add(Samples.text(key));
                right.add(value.equals(samples.value(met.getLast().hashCode(), SIZE)));
            });
            samples.requireCount("rows of a scan", rows, expected.size());
            samples.require(met.equals(expected), "a scan brought " + met + " in place of " + expected);
            samples.require(!right.contains(false), "a scan brought other values than were stored");
        });
    }

    void walking() throws Exception {
        with(session -> {
            for (int i = 0; i < 50; i++) {
                put(session, "walk-" + i, i, SIZE);
            }
            commit(session);
            for (Depth depth : Depth.values()) {
                walk(session, depth);
            }
        });
    }

    private void walk(KeyValueSession session, Depth depth) throws Exception {
        Map<String, Integer> met = new HashMap<>();
        List<String> wrong = new ArrayList<>();
        try (Walk walk = session.walk(ANY, depth)) {
            Walk.Visitor visitor = (key, size, value) -> {
                String name = Samples.text(key);
                met.merge(name, 1, Integer::sum);
                if (name.startsWith("walk-") && !isRight(depth, name, size, value)) {
                    wrong.add(name);
                }
            };
            while (walk.next(7, visitor) > 0) {
                // all is done by the visitor
            }
        }
        for (int i = 0; i < 50; i++) {
            samples.requireCount("how often a walk over " + depth.name().toLowerCase(Locale.ROOT)
                    + " met key walk-" + i,
                    met.getOrDefault("walk-" + i, 0), 1);
        }
        samples.require(wrong.isEmpty(), "a walk brought other values than were stored of " + wrong);
    }

    private boolean isRight(Depth depth, String name, int size, ByteBuffer value) {
        return switch (depth) {
            case KEYS -> true;
            case HEADS -> size == SIZE;
            case VALUES -> size == SIZE
                    && value.equals(samples.value(Integer.parseInt(name.substring("walk-".length())), SIZE));
        };
    }

    /** @param deletes whether sessions can delete */
    void compacting(boolean deletes) throws Exception {
        with(session -> {
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < 100; i++) {
                    put(session, "compact-" + i, round + i, SIZE);
                }
                commit(session);
            }
            if (deletes) {
                session.delete(ANY, Samples.direct("compact-0"));
                commit(session);
            }
            target.compact(Progress.none());
            for (int i = 1; i < 100; i++) {
                requireValue(session, "compact-" + i, 1 + i, SIZE);
            }
            if (deletes) {
                requireAbsent(session, "compact-0");
            }
        });
    }

    void maintaining(Set<Maintenance> kinds) throws Exception {
        with(session -> {
            put(session, "maintain", 1, SIZE);
            commit(session);
            for (Maintenance kind : kinds.stream().filter(Maintenance::isUpkeep).toList()) {
                target.maintain(kind, Progress.none());
                requireValue(session, "maintain", 1, SIZE);
            }
        });
    }

    void snapshot() throws Exception {
        with(session -> {
            put(session, "snapshot", 1, SIZE);
            commit(session);
            samples.require(target.snapshot() > 0, "the copy is empty");
            requireValue(session, "snapshot", 1, SIZE);
        });
    }
}
