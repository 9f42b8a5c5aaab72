package dev.tidemark.app;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Experiment.Space;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.RateSpec;
import dev.tidemark.core.plan.SearchSpec;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.jobs.Job;

/** What a job will run, or ran: the settings that matter first, and all that are set or stored as defaults. */
public final class JobSettings {

    private JobSettings() {}

    /** By name, several values behind commas; empty where its experiment cannot be read any more. */
    public static Map<String, String> of(Job job) {
        try {
            return of(ExperimentReader.read(job.what().yaml(), "job " + job.id()), job.what().defaults());
        } catch (InvalidInputException e) {
            return Map.of();
        }
    }

    /** What each of its searches is called; the word for all sorts where its experiment cannot be read any more. */
    public static String noun(Job job) {
        try {
            return ExperimentReader.read(job.what().yaml(), "job " + job.id()).search().map(SearchSpec::noun)
                    .orElse(RateSpec.NOUN);
        } catch (InvalidInputException e) {
            return RateSpec.NOUN;
        }
    }

    private static Map<String, String> of(Experiment experiment, Map<String, String> defaults) {
        Workload workload = Workloads.named(experiment.workload());
        Map<String, String> preset = workload.presets().getOrDefault(experiment.preset(), Map.of());
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("target", String.join(", ", experiment.targetNames()));
        experiment.targets().values().forEach(target -> Planner.params(workload, Drivers.named(target.driver())).all()
                .forEach(param -> said(param, List.of(experiment.set(), target.settings(), preset, defaults),
                        param.main() || experiment.vary().containsKey(param.name()))
                        .ifPresent(text -> add(settings, param.name(), text))));
        experiment.set().forEach(settings::putIfAbsent); // those of groups, and of a command's own
        experiment.vary().forEach((name, values) -> {
            if (experiment.plan().space() == Space.STUDY && !name.equals(Planner.TARGET)) {
                values.forEach(text -> add(settings, name, text)); // its default is run, too
            } else {
                settings.put(name, String.join(", ", values));
            }
        });
        experiment.points().forEach(point -> settings.keySet().removeAll(point.keySet()));
        experiment.points().forEach(point -> point.forEach((name, text) -> add(settings, name, text)));
        return settings;
    }

    private static void add(Map<String, String> settings, String name, String text) {
        settings.merge(name, text, (before, more) -> before.equals(more) || List.of(before.split(", ")).contains(more)
                ? before : before + ", " + more);
    }

    /**
     * @param places   where a setting may be said, the strongest first
     * @param declared whether it is told where none of them says it
     */
    private static <T> Optional<String> said(Param<T> param, List<Map<String, String>> places, boolean declared) {
        return places.stream().map(place -> place.get(param.name())).filter(text -> text != null).findFirst()
                .or(() -> Optional.of(param).filter(_ -> declared).map(p -> p.format(p.defaultValue())));
    }
}
