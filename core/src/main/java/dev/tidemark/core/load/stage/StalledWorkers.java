package dev.tidemark.core.load.stage;

import module java.base;
import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.measure.RecorderSource;

/**
 * Names the workers that have been inside one operation for longer than an interval: when it is first noticed, and
 * again each time it has taken twice as long.
 */
final class StalledWorkers {

    /** At most so many are named at once; the others are counted. */
    private static final int NAMED_AT_ONCE = 8;

    private final List<RecorderSource> sources;
    private final long[] since;
    private final long[] nextAfter;

    StalledWorkers(List<RecorderSource> sources) {
        this.sources = sources;
        since = new long[sources.size()];
        nextAfter = new long[sources.size()];
    }

    /**
     * One sentence for each worker worth naming now.
     *
     * @param now      nanoseconds since the phase's start
     * @param interval the interval's length in nanoseconds
     */
    List<String> name(long now, long interval) {
        List<String> sentences = new ArrayList<>();
        int more = 0;
        for (int worker = 0; worker < sources.size(); worker++) {
            Recorder recorder = sources.get(worker).recorder();
            long inside = recorder.insideSince();
            if (inside >= 0 && worthNaming(worker, inside, now - inside, interval)) {
                if (sentences.size() < NAMED_AT_ONCE) {
                    sentences.add(sentence(worker, now - inside));
                } else {
                    more++;
                }
            }
        }
        if (more > 0) {
            sentences.add(more + " more workers have been inside an operation for longer than an interval");
        }
        return sentences;
    }

    private boolean worthNaming(int worker, long inside, long nanos, long interval) {
        if (since[worker] != inside + 1) {
            since[worker] = inside + 1;
            nextAfter[worker] = interval;
        }
        if (nanos <= nextAfter[worker]) {
            return false;
        }
        nextAfter[worker] = 2 * nanos;
        return true;
    }

    private String sentence(int worker, long nanos) {
        String name = sources.get(worker).insideKind();
        String article = "aeiou".indexOf(name.charAt(0)) >= 0 ? "an" : "a";
        return String.format(Locale.ROOT, "worker %d has been inside %s %s for %.1f s", worker, article, name,
                nanos / 1e9);
    }
}
