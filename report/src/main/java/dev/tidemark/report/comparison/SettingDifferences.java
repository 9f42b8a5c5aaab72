package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.measure.environment.CpuContention;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.report.analysis.table.DeclaredSettings;
import dev.tidemark.report.analysis.table.Facts;
import dev.tidemark.report.analysis.table.SettingValue;

/**
 * In which settings and facts two sides differ: all that was recorded of both, whoever set it, and also where nobody
 * did. What only one of two engines has is no difference; nor is a secret's place, nor what others did on the machine,
 * which is another in each run.
 */
final class SettingDifferences {

    /** Of several values of a side; more are counted. */
    private static final int NAMED = 3;

    private final Side base;
    private final Side other;
    private final boolean defaultsAreAbsent;
    private final DeclaredSettings declared;

    private SettingDifferences(Side base, Side other) {
        this.base = base;
        this.other = other;
        List<Iteration> both = Stream.concat(base.iterations().stream(), other.iterations().stream()).toList();
        defaultsAreAbsent = Facts.defaultsAreAbsent(both);
        declared = DeclaredSettings.of(both);
    }

    /** @param points settings whose values tell points apart, at each of which the sides are the same */
    static List<String> of(Side base, Side other, Collection<String> points) {
        SettingDifferences made = new SettingDifferences(base, other);
        Set<String> names = Stream.of(base, other).flatMap(s -> s.iterations().stream())
                .flatMap(i -> i.settings().stream()).filter(setting -> !Facts.isText(setting)).map(Setting::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        names.removeAll(points);
        names.removeAll(Set.of(Durability.FACT, CpuContention.FACT, ConnectionParams.PASSWORD.name()));
        if (made.otherTarget()) {
            names.remove(ConnectionParams.ADDRESS);
        }
        return names.stream().flatMap(name -> made.difference(name).stream()).toList();
    }

    private boolean otherTarget() {
        return !values(base, Planner.TARGET).equals(values(other, Planner.TARGET));
    }

    private Optional<String> difference(String name) {
        Set<SettingValue> one = values(base, name);
        Set<SettingValue> two = values(other, name);
        if (one.equals(two) || (one.isEmpty() || two.isEmpty()) && !isInformative(name)
                || one.size() + two.size() > 2 && changesByItself(name)) {
            return Optional.empty();
        }
        return Optional.of(declared.word(name) + ": " + text(base, name, one) + ", " + text(other, name, two));
    }

    private static Set<SettingValue> values(Side side, String name) {
        return settings(side, name).map(SettingValue::of).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Stream<Setting> settings(Side side, String name) {
        return side.iterations().stream().flatMap(i -> i.setting(name).stream());
    }

    /**
     * Whether that a side has no such setting says something: of a tag, of facts that both would have. Who ran it was
     * not recorded by older versions.
     */
    private boolean isInformative(String name) {
        return origins(name).contains(SettingOrigin.TAG) || origins(name).equals(Set.of(SettingOrigin.DETECTED))
                && !name.equals(Iteration.RUN_BY)
                && (name.startsWith(NonDefaultSettings.LEAD) ? defaultsAreAbsent : detects(base) && detects(other));
    }

    private Set<SettingOrigin> origins(String name) {
        return Stream.concat(settings(base, name), settings(other, name)).map(Setting::origin)
                .collect(Collectors.toSet());
    }

    /** Whether anything was found out about its machine. */
    private static boolean detects(Side side) {
        return side.iterations().stream().flatMap(i -> i.settings().stream())
                .anyMatch(s -> s.origin() == SettingOrigin.DETECTED);
    }

    /** Free memory or a temperature is another in each run. */
    private boolean changesByItself(String name) {
        return origins(name).equals(Set.of(SettingOrigin.DETECTED)) && !name.startsWith(NonDefaultSettings.LEAD)
                && Stream.concat(settings(base, name), settings(other, name)).map(Setting::number)
                        .allMatch(Objects::nonNull);
    }

    private String text(Side side, String name, Set<SettingValue> values) {
        if (values.isEmpty()) {
            return name.startsWith(NonDefaultSettings.LEAD) ? Facts.DEFAULT : SettingValue.ABSENT.text();
        }
        List<String> named = values.stream().limit(NAMED).map(v -> Facts.shown(name, v.text())).toList();
        return String.join(" and ", named) + (values.size() > NAMED ? " and " + (values.size() - NAMED) + " more" : "")
                + (name.equals(Planner.TARGET) ? address(side) : "");
    }

    /** Where a target is, if that is one place and not the other side's. */
    private String address(Side side) {
        Set<SettingValue> places = values(side, ConnectionParams.ADDRESS);
        return places.size() != 1 || values(base, ConnectionParams.ADDRESS).equals(values(other,
                ConnectionParams.ADDRESS)) ? "" : " (" + places.iterator().next() + ")";
    }
}
