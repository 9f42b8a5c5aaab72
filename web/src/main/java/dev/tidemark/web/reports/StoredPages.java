package dev.tidemark.web.reports;

import module java.base;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.file.Json;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.web.reports.ReportCache.Shown;
import tools.jackson.core.JacksonException;

/**
 * Pages of reports that took long to make, stored, so that they are there at once when the server starts
 * anew. A page is good for the very results that it was made from, which the stamp tells, and for the build of the
 * program that made it.
 *
 * @param patience what takes longer to make is kept
 * @param build    which build of the program this is; without one nothing is kept
 */
record StoredPages(ResultStore store, Clock clock, Duration patience, Optional<String> build) {

    /**
     * The page of a label's report, kept or made.
     *
     * @param results the stamp of all that it is made from
     */
    Shown of(String label, String results, Supplier<Shown> making) {
        if (build.isEmpty()) {
            return making.get();
        }
        String stamp = String.join("\n", results, build.get());
        return store.page(label, stamp).flatMap(StoredPages::read).orElseGet(() -> made(label, stamp, making));
    }

    private Shown made(String label, String stamp, Supplier<Shown> making) {
        long begun = clock.nanoTime();
        Shown shown = making.get();
        if (clock.nanoTime() - begun > patience.toNanos()) {
            try {
                store.savePage(label, stamp, written(shown));
            } catch (StoreException e) {
                // A store that cannot be written is read all the same.
            }
        }
        return shown;
    }

    private static byte[] written(Shown shown) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(body)) {
            packed.write(Json.MAPPER.writeValueAsBytes(shown));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return body.toByteArray();
    }

    /** What is damaged is made anew. */
    private static Optional<Shown> read(byte[] body) {
        try (GZIPInputStream packed = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return Optional.of(Json.MAPPER.readValue(packed.readAllBytes(), Shown.class));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }
}
