package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.core.measure.OperationTable;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.report.analysis.LoggedOperations;
import dev.tidemark.report.analysis.table.Workers;

/**
 * A column of a table of raw data, as text and JSON have it. Times are in seconds, those of moments since the
 * iteration's start.
 *
 * @param name  its heading, and its member
 * @param value a number, a text, or null where it is not known
 */
record RawColumn<T>(String name, Function<T, Object> value) {

    /** {@code mean} in ms. */
    static final List<RawColumn<WorkerCount>> WORKERS = List.of(of("group", WorkerCount::group),
            of("worker", WorkerCount::worker), of("operations", WorkerCount::operations),
            of("units", WorkerCount::units), of("failures", WorkerCount::failed),
            of("mean", w -> Workers.mean(w).isPresent() ? Workers.mean(w).getAsDouble() : null));

    static final List<RawColumn<Event>> EVENTS = List.of(of("at", e -> e.at() / 1e9), of("kind", Event::kind),
            of("text", Event::text));

    /** Operations that are remembered by themselves. */
    static final List<RawColumn<LoggedOperations.Line>> OPERATIONS = List.of(
            of("why", l -> Types.word(l.operation().why())), of("kind", l -> unlessEmpty(l.operation().kind())),
            of("what", l -> unlessEmpty(l.operation().name())), of("lane", l -> l.operation().lane()),
            of("n", l -> l.operation().n()), of("due", l -> l.operation().due() / 1e9),
            of("start", l -> l.operation().start() / 1e9), of("end", l -> l.operation().end() / 1e9),
            of("outcome", l -> Types.word(l.operation().outcome())),
            of("reason", l -> unlessEmpty(l.operation().reason())), of("beside", l -> unlessEmpty(l.beside())));

    /** Operations that were logged one by one. */
    static final List<RawColumn<OperationTable.Row>> LOG = List.of(of("kind", OperationTable.Row::kind),
            of("lane", OperationTable.Row::lane), of("n", OperationTable.Row::n),
            of("item", r -> r.item() < 0 ? null : r.item()), of("due", r -> r.due() / 1e9),
            of("start", r -> r.start() / 1e9), of("end", r -> r.end() / 1e9),
            of("engine", r -> r.engine() < 0 ? null : r.engine() / 1e9), of("hits", OperationTable.Row::hits),
            of("outcome", r -> Types.word(r.outcome())), of("reason", OperationTable.Row::reason));

    static <T> RawColumn<T> of(String name, Function<T, Object> value) {
        return new RawColumn<>(name, value);
    }

    private static String unlessEmpty(String text) {
        return text.isEmpty() ? null : text;
    }

    static <T> List<String> names(List<RawColumn<T>> columns) {
        return columns.stream().map(RawColumn::name).toList();
    }

    /** The members of what is in a line; what is not known is left out. */
    static <T> Map<String, Object> members(List<RawColumn<T>> columns, T line) {
        Map<String, Object> members = new LinkedHashMap<>();
        columns.forEach(c -> Optional.ofNullable(c.value.apply(line)).ifPresent(v -> members.put(c.name, v)));
        return members;
    }

    /** Its values in the order of the columns, null where one is not known. */
    static <T> List<Object> values(List<RawColumn<T>> columns, T line) {
        return columns.stream().map(c -> c.value.apply(line)).toList();
    }
}
