package dev.tidemark.cli;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.load.background.TaskKind;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;

/**
 * Everything that an experiment can reach something by, as it is declared: a new setting or task is among them by
 * itself.
 */
final class Reaching {

    private Reaching() {}

    /** A workload, a driver, and what a point of both can have. */
    record Case(Workload workload, Driver driver, Param<?> param) {}

    /** Every setting of every workload and driver, each once. */
    static List<Case> settings() {
        Map<Param<?>, Case> all = new LinkedHashMap<>();
        for (Workload workload : Workloads.all()) {
            for (Driver driver : Drivers.all()) {
                Planner.params(workload, driver).all().forEach(p -> all.putIfAbsent(p, new Case(workload, driver, p)));
            }
        }
        return List.copyOf(all.values());
    }

    /** Those of rigs, which no experiment has. */
    static List<Param<?>> ofRigs() {
        return Stream.concat(RigParams.OF_ALL.stream(), Rigs.all().stream().flatMap(r -> r.params().all().stream())).toList();
    }

    /**
     * An experiment that reaches something.
     *
     * @param where in the experiment that stands
     * @param what  as it has to be told
     */
    record Hostile(String where, String yaml, String what) {
        @Override
        public String toString() {
            return where;
        }
    }

    /** An experiment for each setting that reaches anything, and for each place where a setting or task can stand. */
    static List<Hostile> experiments(String marker) {
        List<Hostile> all = new ArrayList<>();
        for (Case c : settings()) {
            value(c.param(), marker).ifPresent(value -> all.add(new Hostile(
                    "set: " + c.driver().name() + " " + c.param().name(), experiment(c.workload().name(), c.driver().name(),
                            "set: {" + c.param().name() + ": '" + value.text() + "'}"), value.shown())));
        }
        String folder = "/elsewhere/" + marker;
        String command = "touch " + marker;
        all.add(at("vary", "vary: {source-directory: [/a, " + folder + "]}", folder));
        all.add(at("a name of one's own", "prepare: sh -c {own}\nvary: {own: ['true', " + command + "]}", command));
        all.add(at("points", "plan: list\npoints: [{source-directory: " + folder + "}]", folder));
        all.add(at("timetables", "timetables: {t: [{do: command, run: " + command + "}]}\nbackground: t", command));
        all.add(at("vary of timetables",
                "timetables: {t: [{do: command, run: " + command + "}]}\nvary: {background: [none, t]}", command));
        all.add(new Hostile("leave to destroy, varied", experiment("random-io", "file", "vary: {file: [none, /dev/" + marker
                + "], destroy-data: [false, true]}"), "/dev/" + marker));
        all.add(new Hostile("targets", "label: ev\nworkload: ingest\ntargets: {t: {driver: redis, address: '" + marker
                + ":6379'}}\n", marker + ":6379"));
        all.add(new Hostile("a target that is varied", "label: ev\nworkload: ingest\ntarget: 'null'\ntargets: {t: {driver: redis,"
                + " address: '" + marker + ":6379'}}\nvary: {target: ['null', t]}\n", marker + ":6379"));
        all.add(new Hostile("groups", "label: ev\nworkload: random-io\ntarget: 'null'\ngroups: [{name: a, workers: 1, dataset: "
                + marker + "}, {name: b, workers: 1}]\n", marker));
        for (TaskKind task : TaskKind.values()) {
            if (task.reach() != Reach.NOTHING) {
                String name = Types.word(task);
                String more = task.runs() ? ", run: '" + command + "'"
                        : (task == TaskKind.PAUSE || task.onDisk() ? ", for: 1s" : "")
                                + (task == TaskKind.SLOW ? ", by: 20ms" : "");
                all.add(at("background: " + task, "background: [{do: " + name + ", at: 1ms" + more + "}]",
                        task.runs() ? command
                                : name + " at=1ms" + more.replace(", for: ", " for=").replace(", by: ", " by=")));
            }
        }
        return all;
    }

    private static Hostile at(String where, String lines, String what) {
        return new Hostile(where, experiment("ingest", "null", lines), what);
    }

    private static String experiment(String workload, String driver, String lines) {
        return "label: ev\nworkload: " + workload + "\ntarget: '" + driver + "'\n" + lines + "\n";
    }

    /** A value as it is written, and what is told of it. */
    private record Value(String text, String shown) {}

    /** One that reaches something and is no default; empty for a setting that reaches nothing. */
    private static <T> Optional<Value> value(Param<T> param, String marker) {
        List<String> texts = new ArrayList<>(List.of("file:/elsewhere/" + marker, marker + ":1", "touch " + marker,
                "x=" + marker, "command run='touch " + marker + "'", "true", "false", "77", "77MB", "77s"));
        texts.addAll(param.type().words());
        for (String text : param.reach() == Reach.NOTHING ? List.<String>of() : texts) {
            try {
                List<Reached> reached = param.reachedBy(param.parse(text));
                if (!reached.isEmpty()) {
                    return Optional.of(new Value(text.replace("'", "''"), reached.getFirst().what()));
                }
            } catch (InvalidInputException e) {
                // It is written in another way.
            }
        }
        return Optional.empty();
    }
}
