package dev.tidemark.cli.completion;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.StoredTarget;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** The names that can stand for what an option or a place of the command line is labelled with. */
public final class CompletionWords {

    private final Optional<ResultStore> store;

    /** @param store with the labels, targets and datasets; empty where there is none yet */
    public CompletionWords(Optional<ResultStore> store) {
        this.store = store;
    }

    /** @param typed the word so far, which may be NAME= and the beginning of a value */
    Stream<Candidate> of(ArgSpec place, CommandLine command, List<String> targets, String typed) {
        return switch (place.paramLabel()) {
            case "LABEL", "A" -> stored(s -> s.labels().stream().map(l -> new Candidate(l.label(), l.workload())));
            case "WORKLOAD" -> workloads();
            case "DRIVER" -> drivers();
            case "TARGET" -> Stream.concat(targets(), drivers());
            case "NAME[,NAME]" -> Stream.concat(targets(), drivers()).map(c -> behindComma(c, typed));
            case "X" -> Stream.concat(Stream.concat(workloads(), drivers()),
                    everySetting().map(p -> new Candidate(p.name(), p.help())));
            case "NAME=VALUE", "NAME=V,V..." -> ofSettings(place, command, targets, typed);
            case "MEASURE=COND" -> workload(command).stream().flatMap(w -> w.measures().all().stream())
                    .map(m -> new Candidate(m.name(), m.help()).assigned());
            case "NAME" -> named(command);
            default -> Stream.empty();
        };
    }

    /** The drivers that targets speak through; the workload's usual one where there is no target. */
    List<Driver> drivers(List<String> targets, Workload workload) {
        List<StoredTarget> known = stored(s -> s.targets().stream()).toList();
        List<String> names = targets.isEmpty() ? List.of(workload.usualDriver()) : targets.stream()
                .map(name -> known.stream()
                .filter(t -> t.name().equals(name)).findFirst().map(StoredTarget::driver).orElse(name)).toList();
        return Drivers.all().stream().filter(d -> names.contains(d.name())).toList();
    }

    static Stream<ParamSet> settings(Workload workload, List<Driver> drivers) {
        return Stream.concat(Stream.of(workload.params(), RunParams.ALL), drivers.stream().map(Rigs::withDriver));
    }

    private Stream<Candidate> ofSettings(ArgSpec place, CommandLine command, List<String> targets, String typed) {
        if (place.isOption() && !place.toString().matches(".*--(set|vary|default).*")) {
            return Stream.empty();
        }
        List<Param<?>> params = workload(command).map(w -> settings(w, drivers(targets, w))
                .<Param<?>>flatMap(p -> p.all().stream()).toList()).orElseGet(() -> everySetting().toList());
        int sign = typed.indexOf('=');
        return sign < 0 ? params.stream().map(p -> new Candidate(p.name(), p.help()).assigned())
                : params.stream().filter(p -> p.name().equals(typed.substring(0, sign)))
                        .flatMap(p -> p.type().words().stream())
                        .map(w -> Candidate.of(typed.substring(0, sign + 1) + w));
    }

    private static Stream<Param<?>> everySetting() {
        return Stream.concat(Workloads.all().stream().map(Workload::params),
                Stream.concat(Stream.of(RunParams.ALL), Drivers.all().stream().map(Rigs::withDriver)))
                .flatMap(p -> p.all().stream());
    }

    private static Optional<Workload> workload(CommandLine command) {
        return Workloads.find(command.getCommandName());
    }

    /** A name of what the command is about. */
    private Stream<Candidate> named(CommandLine command) {
        return switch (command.getParent().getCommandName()) {
            case "dataset" -> stored(s -> s.datasets().stream().map(d -> Candidate.of(d.name())));
            case "target" -> targets();
            case "agent" -> stored(s -> s.agents().stream().map(a -> new Candidate(a.name(), a.text())));
            case "rig" -> Rigs.all().stream().map(r -> new Candidate(r.name(), r.summary()));
            default -> Stream.empty();
        };
    }

    private static Candidate behindComma(Candidate candidate, String typed) {
        return new Candidate(typed.substring(0, typed.lastIndexOf(',') + 1) + candidate.text(), candidate.help());
    }

    private static Stream<Candidate> workloads() {
        return Workloads.all().stream().map(w -> new Candidate(w.name(), w.question()));
    }

    private static Stream<Candidate> drivers() {
        return Drivers.all().stream().map(d -> new Candidate(d.name(), d.summary()));
    }

    private Stream<Candidate> targets() {
        return stored(s -> s.targets().stream().map(t -> new Candidate(t.name(), "driver " + t.driver())));
    }

    private <T> Stream<T> stored(Function<ResultStore, Stream<T>> names) {
        return store.stream().flatMap(names);
    }
}
