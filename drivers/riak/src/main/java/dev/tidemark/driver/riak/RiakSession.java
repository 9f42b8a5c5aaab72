package dev.tidemark.driver.riak;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.remote.keys.BatchedSession;
import dev.tidemark.core.driver.support.Buffers;
import tools.jackson.databind.JsonNode;

/** A worker's requests; those of a commit one after the other, each stored for itself. */
final class RiakSession extends BatchedSession<HttpConnection> {

    /** Of so many keys it is known at most what was read of them. */
    private static final int MOST = 1000;

    /** What an answer has of an index. */
    private record Entry(ByteBuffer key, ByteBuffer term) {}

    private final RiakTarget target;
    private final RiakBucket bucket;
    private final boolean causal;
    /** What writes say that know of what was read since the last commit, by keys. */
    private final Map<String, List<String>> contexts = new HashMap<>();

    RiakSession(RiakTarget target, RiakBucket bucket, boolean causal) {
        super(target.shared());
        this.target = target;
        this.bucket = bucket;
        this.causal = causal;
    }

    private void remember(String key, RiakObject read) {
        if (causal) {
            if (contexts.size() == MOST) {
                contexts.clear();
            }
            contexts.put(key, RiakBucket.context(read));
        }
    }

    @Override
    public int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception {
        byte[] found = call(connection -> {
            String name = target.keyspace(connection, keyspace).key(key);
            RiakObject read = bucket.get(connection, name);
            remember(name, read);
            return read.value();
        });
        return Buffers.answer(found, into);
    }

    @Override
    public int head(int keyspace, ByteBuffer key) throws Exception {
        return call(connection -> {
            String name = target.keyspace(connection, keyspace).key(key);
            Map.Entry<RiakObject, Integer> read = bucket.head(connection, name);
            remember(name, read.getKey());
            return read.getValue();
        });
    }

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value, IndexEntries entries) {
        updates.put(keyspace, key, value, entries);
    }

    /** {@inheritDoc} What comes behind one that is not answered is not tried: it would wait as long. */
    @Override
    protected int store() throws Exception {
        Exception first = null;
        int failed = 0;
        boolean answered = true;
        for (int i = 0; i < updates.count() && answered; i++) {
            try {
                store(i);
            } catch (DriverException | OverloadedException | TimeoutException e) {
                first = first == null ? e : first;
                answered = !(e instanceof UnreachableException || e instanceof TimeoutException);
                failed += answered ? 1 : updates.count() - i;
            }
        }
        if (failed == updates.count()) {
            throw first;
        }
        return failed;
    }

    private void store(int update) throws Exception {
        call(connection -> {
            store(connection, update);
            return null;
        });
    }

    @Override
    public void rollback() {
        super.rollback();
        contexts.clear();
    }

    /** What was read is known to the first write of a key only: that has changed it. */
    private void store(HttpConnection connection, int update) throws Exception {
        RiakKeyspace keyspace = target.keyspace(connection, updates.keyspace(update));
        String key = keyspace.key(updates.key(update));
        List<String> read = contexts.remove(key);
        if (updates.isDelete(update)) {
            bucket.delete(connection, key, read == null ? List.of() : read);
            return;
        }
        List<String> headers = new ArrayList<>();
        if (updates.hasEntries(update)) {
            requireIndex(keyspace, updates.keyspace(update));
            entries(keyspace, updates.entries(update)).forEach((name, terms) -> headers.addAll(List.of(
                    RiakObject.INDEX + name, String.join(", ", terms))));
        } else if (keyspace.indexed()) {
            RiakObject there = bucket.head(connection, key).getKey();
            headers.addAll(there.indexes());
            read = causal ? RiakBucket.context(there) : read;
        }
        headers.addAll(read == null ? List.of() : read);
        ByteBuffer value = updates.value(update);
        byte[] bytes = new byte[value.remaining()];
        value.get(value.position(), bytes);
        bucket.put(connection, key, bytes, headers);
    }

    private static Map<String, List<String>> entries(RiakKeyspace keyspace, ByteBuffer encoded) {
        Map<String, List<String>> entries = new TreeMap<>();
        ByteBuffer left = encoded.duplicate();
        while (left.hasRemaining()) {
            int index = Byte.toUnsignedInt(left.get());
            int size = Byte.toUnsignedInt(left.get());
            entries.computeIfAbsent(keyspace.index(index), _ -> new ArrayList<>())
                    .add(RiakKeyspace.term(left.slice(left.position(), size)));
            left.position(left.position() + size);
        }
        return entries;
    }

    private static void requireIndex(RiakKeyspace keyspace, int number) throws DriverException {
        if (!keyspace.indexed()) {
            throw new DriverException("no index of keyspace " + number);
        }
    }

    @Override
    public void query(int keyspace, int index, ByteBuffer from, ByteBuffer to, boolean terms, IndexVisitor visitor)
            throws Exception {
        if (!to.hasRemaining()) {
            return;
        }
        String least = from.hasRemaining() ? RiakKeyspace.term(from) : "0";
        String continuation = "";
        do {
            String before = continuation;
            List<Entry> found = new ArrayList<>();
            continuation = call(connection -> {
                RiakKeyspace of = target.keyspace(connection, keyspace);
                requireIndex(of, keyspace);
                JsonNode page = bucket.query(connection, of.index(index), least, RiakKeyspace.term(to), terms, before);
                read(of, page, terms, found);
                return page.path("continuation").asString("");
            });
            for (Entry entry : found) {
                if (!visitor.visit(entry.key(), entry.term())) {
                    return;
                }
            }
        } while (!continuation.isEmpty());
    }

    private static void read(RiakKeyspace keyspace, JsonNode page, boolean terms, List<Entry> found)
            throws HttpRefusedException {
        try {
            for (JsonNode row : page.path(terms ? "results" : "keys")) {
                if (terms) {
                    row.properties().forEach(entry -> found.add(new Entry(
                            keyspace.keyOf(entry.getValue().asString("")), RiakKeyspace.termOf(entry.getKey()))));
                } else {
                    found.add(new Entry(keyspace.keyOf(row.asString("")), null));
                }
            }
        } catch (IllegalArgumentException e) {
            throw HttpRefusedException.undocumented("what its index has is none of Tidemark's", page.toString());
        }
    }
}
