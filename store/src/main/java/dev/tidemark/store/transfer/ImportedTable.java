package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.store.results.Batches;
import dev.tidemark.store.results.Iterations;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;
import org.jdbi.v3.core.Handle;

/**
 * A table of results measured elsewhere, as {@link CsvImport} understood it.
 *
 * @param batch what the rows belong to
 * @param rows  one iteration each
 */
public record ImportedTable(NewBatch batch, List<Row> rows) {

    /**
     * One iteration.
     *
     * @param settings params and tags in declared order
     * @param values   what was measured; no data has no value
     * @param series   what was done over time; empty for a table of results
     * @param course   how it went
     * @param confirms the place of one that belongs to the rounds that confirm, as {@link Plan#FIRST}; empty of others,
     *                 whose place is that in the table
     */
    public record Row(List<Setting> settings, List<MeasuredValue> values, Optional<ImportedSeries> series,
            Course course, OptionalInt confirms) {
        public Row {
            settings = List.copyOf(settings);
            values = List.copyOf(values);
        }

        Row(List<Setting> settings, List<MeasuredValue> values, Optional<ImportedSeries> series) {
            this(settings, values, series, Course.UNKNOWN);
        }

        Row(List<Setting> settings, List<MeasuredValue> values, Optional<ImportedSeries> series, Course course) {
            this(settings, values, series, course, OptionalInt.empty());
        }

        /** A table is known again by this, so what tables without a series look like must not change. */
        @Override
        public String toString() {
            return "Row[settings=" + settings + ", values=" + values + series.map(s -> ", series=" + s).orElse("")
                    + (course.equals(Course.UNKNOWN) ? "" : ", course=" + course)
                    + (confirms.isPresent() ? ", position=" + confirms.getAsInt() : "") + "]";
        }

        /** Its round is counted among those that have this in common. */
        private String place() {
            return confirms.isPresent() ? String.valueOf(confirms.getAsInt()) : point();
        }

        private String point() {
            StringBuilder point = new StringBuilder();
            settings.forEach(s -> point.append(s.name()).append('=').append(s.text()).append('\n'));
            return point.toString();
        }
    }

    /**
     * How an iteration went, as far as a table tells.
     *
     * @param started empty where it does not: then it is the time of the import
     * @param verdict why it is not done; empty where it is
     */
    public record Course(Optional<Instant> started, IterationState state, String verdict) {
        static final Course UNKNOWN = new Course(Optional.empty(), IterationState.DONE, "");
    }

    public ImportedTable {
        rows = List.copyOf(rows);
    }

    /** What rows are known again by under whatever label, as the hash of their batch. */
    static String content(List<Row> rows) {
        return uuid(rows.toString());
    }

    /**
     * Rows of equal settings are repeats of a point, so their rounds count up. UUIDs are made from label and content,
     * so that the same table is known again; by its content alone where a label has got its name since.
     */
    public ImportSummary store(Handle handle, Instant now) {
        String uuid = uuid(batch.label() + "\n" + rows);
        Optional<Batches.Row> known = Batches.byUuid(handle, uuid).flatMap(id -> Batches.find(handle, id))
                .or(() -> Batches.ofLabel(handle, batch.label()).stream().filter(this::isSame).findFirst());
        if (known.isPresent()) { // and may have been given another label since
            return new ImportSummary(List.of(known.get().batch().label()), 0, rows.size());
        }
        Batches.requireWorkload(handle, batch.label(), batch.workload());
        boolean there = Batches.labels(handle).contains(batch.label());
        long id = Batches.insert(handle, uuid, now, batch);
        Map<String, Integer> rounds = new HashMap<>();
        for (int position = 0; position < rows.size(); position++) {
            Row row = rows.get(position);
            int round = rounds.merge(row.place(), 1, Integer::sum) - 1;
            NewIteration iteration = new NewIteration(id, row.confirms().orElse(position), uuid(row.point()), round,
                    1, 0, row.course().started().orElse(now), 0, row.settings());
            long inserted = Iterations.insert(handle, uuid(uuid + position), iteration, row.course().state(),
                    row.course().verdict());
            Iterations.replaceValues(handle, inserted, row.values());
            row.series().ifPresent(series -> {
                Iterations.putPhase(handle, inserted, series.phase());
                series.note().ifPresent(note -> Iterations.addEvent(handle, inserted, note));
                series.intervals().forEach(interval -> Iterations.addInterval(handle, inserted, interval));
            });
        }
        return new ImportSummary(List.of(batch.label()), rows.size(), 0,
                there ? List.of(batch.label()) : List.of());
    }

    private boolean isSame(Batches.Row row) {
        return row.batch().space().equals(Batch.IMPORT) && row.batch().specHash().equals(batch.specHash());
    }

    private static String uuid(String content) {
        return UUID.nameUUIDFromBytes(content.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
