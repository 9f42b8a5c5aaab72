package dev.tidemark.driver.nulldriver;

import module java.base;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.param.Values;
import tools.jackson.databind.JsonNode;

/** The styles of the null driver: what mapping costs where storing costs what its settings say. */
final class NullStyles implements StylePlace {

    static final List<ApiStyle> ALL = List.of(
            ApiStyle.of("text", "null", Input.TEXT, "JSON text as it is"),
            ApiStyle.of("object", "null", Input.OBJECT, "an object, mapped to JSON text in a step of its own").mapped(),
            ApiStyle.of("object-in-call", "null", Input.OBJECT, "an object, mapped to JSON text inside the call"),
            ApiStyle.of("tree", "null", Input.TREE, "a JSON tree, written as text inside the call"),
            ApiStyle.of("batch", "null", Input.TEXT, "a batch of JSON texts in one call").batched(),
            ApiStyle.of("commit", "null", Input.TEXT, "a batch of JSON texts, and a commit").batched().committed(),
            ApiStyle.noop("noop", "null", "a call that stores nothing"));

    private final NullTarget target;
    private final Values values;
    private final ApiStyle style;
    private final Map<Long, String> texts = new ConcurrentHashMap<>();
    private final AtomicLong accepted = new AtomicLong();

    NullStyles(NullTarget target, Values values, ApiStyle style) {
        this.target = target;
        this.values = values;
        this.style = style;
    }

    @Override
    public StyleSession session(int worker) {
        return new Call(new ServiceTimes(values, worker), new NullSession(target, values, worker));
    }

    @Override
    public long count() {
        return accepted.get();
    }

    @Override
    public Optional<JsonNode> read(long id) {
        return Optional.ofNullable(texts.get(id)).map(ObjectJson::parse);
    }

    @Override
    public void close() {
        texts.clear();
    }

    /** One worker's side. */
    private final class Call implements StyleSession {
        private final ServiceTimes times;
        private final NullSession failing;
        private List<StyleDocument> documents = List.of();
        private String mapped;
        /** How many of them the call left unstored, and so a commit after it does. */
        private int lost;

        /** @param failing draws whether a call fails as the settings say */
        Call(ServiceTimes times, NullSession failing) {
            this.times = times;
            this.failing = failing;
        }

        @Override
        public void prepare(List<StyleDocument> next) {
            documents = next;
        }

        @Override
        public void map() {
            mapped = ObjectJson.text(documents.getFirst().object());
        }

        @Override
        public int call() throws Exception {
            target.serve(times);
            lost = style.noop() ? 0 : failing.lost(documents.size());
            List<String> written = documents.stream().map(this::text).toList();
            if (!style.commits()) {
                store(written);
            }
            return lost;
        }

        private String text(StyleDocument document) {
            return switch (style.input()) {
                case NONE -> "";
                case TEXT -> document.text();
                case TREE -> ObjectJson.text(document.tree());
                case OBJECT -> style.maps() ? mapped : ObjectJson.text(document.object());
            };
        }

        private void store(List<String> written) {
            int stored = written.size() - lost;
            for (int i = 0; target.stores() && i < stored; i++) {
                texts.put(documents.get(i).id(), written.get(i));
            }
            accepted.addAndGet(stored);
        }

        @Override
        public void commit() throws Exception {
            target.serve(times);
            store(documents.stream().map(StyleDocument::text).toList());
        }

        @Override
        public void close() {
            documents = List.of();
        }
    }
}
