package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;

/**
 * Several groups of workers in one run. Which there are is a setting, {@code groups}; what one of them does otherwise
 * than the point says is a setting, too, named {@code GROUP.SETTING}; what it measures is {@code GROUP.MEASURE}. So a
 * group's numbers are set, varied, stored and shown like all others.
 */
public final class WorkerGroups {

    /** The most groups that a run can have. */
    public static final int MOST = 16;

    public static final Param<String> NAMES = Param.text("groups").reaching(Reach.NOTHING).orElse("none")
            .help("worker groups that run side by side, their names with spaces between; GROUP.SETTING is what a group "
                    + "does otherwise than the rest of the settings say");

    private static final String NAME = "[a-z][a-z0-9-]{0,31}";

    private WorkerGroups() {}

    /**
     * The names in a text.
     *
     * @return in their order; none for the word for that
     * @throws InvalidInputException when one is no name, stands twice, or there are too many
     */
    public static List<String> names(String text) {
        if (NAMES.parse(text) == null) {
            return List.of();
        }
        Set<String> names = new LinkedHashSet<>();
        for (String name : text.strip().split("[\\s,]+")) {
            if (!name.matches(NAME)) {
                throw new InvalidInputException("groups: '" + name
                        + "' is no name for a group; it begins with a letter and has lower "
                        + "case letters, digits and hyphens, 32 at most");
            }
            if (name.equals(SeriesSet.BACKGROUND)) {
                throw new InvalidInputException("groups: '" + name
                        + "' is what operations concurrent with the load are called; take another name");
            }
            if (!names.add(name)) {
                throw new InvalidInputException("groups: '" + name + "' stands twice");
            }
        }
        if (names.size() > MOST) {
            throw new InvalidInputException("groups: " + names.size() + " are too many; a run has " + MOST
                    + " at most");
        }
        return List.copyOf(names);
    }

    /** As a value of {@link #NAMES}. */
    public static String text(List<String> names) {
        return names.isEmpty() ? NAMES.absent() : String.join(" ", names);
    }

    /** Names of the groups of a point; none where all workers are one. */
    public static List<String> names(Values point) {
        return point.params().contains(NAMES) ? point.find(NAMES).map(WorkerGroups::names).orElse(List.of())
                : List.of();
    }

    /** Names of the groups of what was recorded. */
    public static List<String> names(List<Setting> settings) {
        return settings.stream().filter(s -> s.name().equals(NAMES.name())).findFirst().map(s -> names(s.text()))
                .orElse(List.of());
    }

    /** What the named groups can have set otherwise than the point. */
    public static ParamSet params(Workload workload, Driver driver, Collection<String> names) {
        return params(workload.groupParams(driver), names);
    }

    /** @param ofGroup the settings that a group of the workload can have of its own */
    public static ParamSet params(List<Param<?>> ofGroup, Collection<String> names) {
        List<Param<?>> params = new ArrayList<>();
        names.forEach(name -> ofGroup.forEach(p -> params.add(p.ofGroup(name))));
        return ParamSet.of(params.toArray(Param<?>[]::new));
    }

    /** What each of the named groups measures. */
    public static MeasureSet measures(Workload workload, Collection<String> names) {
        List<Measure> measures = new ArrayList<>();
        names.forEach(name -> workload.groupMeasures().forEach(m -> measures.add(new Measure(
                QualifiedNames.name(name, m.name()), name + ": " + m.title(), m.unit(), m.better(), m.decimals(),
                m.help() + " Of the group " + name + " alone."))));
        return MeasureSet.of(measures.toArray(Measure[]::new));
    }

    /**
     * The groups of a point. What a group has not set itself is, for it, a default, however the point came by it.
     *
     * @return one without a name where the point has none
     */
    public static List<GroupSettings> of(Workload workload, Values point) {
        return of(workload.groupParams(), point);
    }

    /** @param ofGroup the settings that a group of the workload can have of its own */
    public static List<GroupSettings> of(List<Param<?>> ofGroup, Values point) {
        List<String> names = names(point);
        if (names.isEmpty()) {
            return List.of(new GroupSettings("", point));
        }
        ParamSet common = point.params()
                .only(p -> names.stream().noneMatch(n -> QualifiedNames.own(n, p.name()).isPresent()));
        Values shared = point.only(common);
        for (Param<?> param : ofGroup) {
            if (shared.origin(param).compareTo(SettingOrigin.PRESET) > 0) {
                shared = shared.from(param, SettingOrigin.DEFAULT);
            }
        }
        List<GroupSettings> groups = new ArrayList<>();
        for (String name : names) {
            groups.add(new GroupSettings(name, own(name, point, shared)));
        }
        return groups;
    }

    private static Values own(String group, Values point, Values shared) {
        Values values = shared;
        for (Param<?> param : point.params().all()) {
            Optional<String> name = QualifiedNames.own(group, param.name());
            if (name.isPresent()) {
                values = values.with(name.get(), point.text(param), point.origin(param));
            }
        }
        return values;
    }

    /**
     * What groups have otherwise than the point of some settings, such as a driver's; a group that has nothing of them
     * otherwise is not among them.
     *
     * @return by the group's name, all of these settings
     */
    public static SequencedMap<String, Values> apart(Values point, ParamSet some) {
        SequencedMap<String, Values> apart = new LinkedHashMap<>();
        Values common = point.only(some);
        for (String group : names(point)) {
            Values values = common;
            for (Param<?> param : point.params().all()) {
                Optional<String> name = QualifiedNames.own(group, param.name()).filter(n -> some.lookUp(n).isPresent());
                if (name.isPresent() && point.origin(param) != SettingOrigin.DECLARED) {
                    values = values.with(name.get(), point.text(param), point.origin(param));
                }
            }
            if (!values.equals(common)) {
                apart.put(group, values);
            }
        }
        return apart;
    }

    /** The point with what a group has not set itself, but could have, as the point has it. */
    public static Values filled(Values point) {
        Values values = point;
        for (String group : names(point)) {
            for (Param<?> param : point.params().all()) {
                Optional<Param<?>> general = QualifiedNames.own(group, param.name())
                        .map(n -> point.params().find(n).param());
                if (general.isPresent() && point.origin(param) == SettingOrigin.DECLARED) {
                    values = values.with(param.name(), point.text(general.get()), point.origin(general.get()));
                }
            }
        }
        return values;
    }

    /** The point without what groups have not set of a setting: they follow the point's, as it changes later. */
    public static Values following(Values point, String setting) {
        Set<String> own = names(point).stream().map(group -> QualifiedNames.name(group, setting))
                .collect(Collectors.toSet());
        return point.only(point.params().only(p -> !own.contains(p.name())
                || point.origin(p) != SettingOrigin.DECLARED));
    }

    /** The values of one group, under its name. */
    public static List<MeasuredValue> named(String group, List<MeasuredValue> values) {
        return values.stream()
                .map(v -> new MeasuredValue(QualifiedNames.name(group, v.measure()), v.number(), v.atLeast())).toList();
    }

    /**
     * What all groups recorded, under the kinds' own names. A group without a rate has no responses apart from its
     * services: beside one that has, they count as its responses, too.
     */
    public static SeriesSet together(SeriesSet all, List<String> groups) {
        if (groups.isEmpty()) {
            return all;
        }
        SeriesSet together = new SeriesSet();
        List<SeriesSet> each = groups.stream().map(all::of).toList();
        each.forEach(together::add);
        each.forEach(own -> own.histograms().forEach((key, times) -> {
            SeriesKey response = new SeriesKey(key.kind(), key.step(), LatencyKind.RESPONSE, key.failed());
            if (key.timing() == LatencyKind.SERVICE && !own.histograms().containsKey(response)
                    && together.histograms().containsKey(response)) {
                together.add(response, times);
            }
        }));
        return together;
    }
}
