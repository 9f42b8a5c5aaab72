package dev.tidemark.core.driver.embedded;

import module java.base;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleSession;

/** One worker's side of a style of an embedded engine: what it calls is the same for all of them. */
final class EmbeddedStyleSession implements StyleSession {

    private final ApiStyle style;
    private final StyleTable table;
    private final StyleWriter writer;
    private final Runnable ended;
    /** Of no document: ids are not negative. */
    private final byte[] absent;
    private List<StyleDocument> documents = List.of();
    private byte[][] keys = {};
    private String[] mapped = {};
    private boolean uncommitted;
    private boolean closed;

    /** @param ended told once when this session is closed */
    EmbeddedStyleSession(ApiStyle style, StyleTable table, Runnable ended) throws DriverException {
        this.style = style;
        this.table = table;
        this.writer = table.writer();
        this.ended = ended;
        this.absent = table.key(-1);
    }

    @Override
    public void prepare(List<StyleDocument> next) throws DriverException {
        rollback();
        documents = next;
        keys = next.stream().map(document -> table.key(document.id())).toArray(byte[][]::new);
        mapped = new String[style.maps() ? next.size() : 0];
    }

    private void rollback() throws DriverException {
        if (uncommitted) {
            uncommitted = false;
            writer.rollback();
        }
    }

    @Override
    public void map() {
        for (int i = 0; i < mapped.length; i++) {
            mapped[i] = ObjectJson.text(documents.get(i).object());
        }
    }

    /** {@inheritDoc} All or nothing here. */
    @Override
    public int call() throws Exception {
        if (style.noop()) {
            writer.has(absent);
        } else if (style.batches()) {
            addAll();
        } else {
            writer.put(keys[0], value(0));
        }
        return 0;
    }

    private void addAll() throws Exception {
        uncommitted = true;
        try {
            for (int i = 0; i < keys.length; i++) {
                writer.add(keys[i], value(i));
            }
        } catch (Exception e) {
            rollback(); // at once, since others may wait for this transaction
            throw e;
        }
        if (!style.commits()) {
            commit();
        }
    }

    private byte[] value(int document) {
        return text(document).getBytes(StandardCharsets.UTF_8);
    }

    private String text(int document) {
        StyleDocument given = documents.get(document);
        return switch (style.input()) {
            case TEXT -> given.text();
            case TREE -> ObjectJson.text(given.tree());
            case OBJECT -> style.maps() ? mapped[document] : ObjectJson.text(given.object());
            case NONE -> throw new IllegalStateException("a no-op stores nothing");
        };
    }

    @Override
    public void commit() throws Exception {
        uncommitted = false;
        writer.commit();
    }

    @Override
    public void close() throws DriverException {
        if (!closed) {
            closed = true;
            ended.run();
            writer.close();
        }
    }
}
