package dev.tidemark.core.driver.trial;

import module java.base;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.OpenTarget;

/** Tries sessions of documents. */
record DocumentTrials(OpenTarget target, Samples samples) {

    private static final int[] SIZES = {0, 100, 5000, 100_000};

    private void add(DocumentSession session, String prefix) throws Exception {
        for (int size : SIZES) {
            session.add(Samples.direct(prefix + size), samples.value(size, size));
        }
    }

    void writing() throws Exception {
        try (DocumentSession session = target.session(0, DocumentSession.class)) {
            add(session, "/written/");
            samples.requireCount("documents found before any was stored", session.findExisting(), 0);
            Samples.requireStored(session.commit());
            session.add(Samples.direct("/never"), samples.value(1, 100));
            session.rollback();
            Samples.requireStored(session.commit());
            add(session, "/written/");
            session.add(Samples.direct("/never"), samples.value(1, 100));
            samples.requireCount("documents found of those that were stored", session.findExisting(), SIZES.length);
            session.rollback();
        }
    }

    void reading() throws Exception {
        try (DocumentSession session = target.session(0, DocumentSession.class)) {
            add(session, "/read/");
            Samples.requireStored(session.commit());
            ByteBuffer into = samples.room(SIZES[SIZES.length - 1]);
            for (int size : SIZES) {
                samples.requireValue("document /read/" + size, session.read(Samples.direct("/read/" + size), into), into,
                        size, size);
            }
            samples.requireAbsent("document /read/", session.read(Samples.direct("/read/"), into));
            requireAll(session);
        }
    }

    private void requireAll(DocumentSession session) throws Exception {
        Map<String, Integer> met = new HashMap<>();
        session.forEach((uri, content) -> {
            met.merge(Samples.text(uri) + ":" + content.remaining(), 1, Integer::sum);
            return true;
        });
        for (int size : SIZES) {
            samples.requireCount("how often a walk met document /read/" + size,
                    met.getOrDefault("/read/" + size + ":" + size, 0), 1);
        }
    }
}
