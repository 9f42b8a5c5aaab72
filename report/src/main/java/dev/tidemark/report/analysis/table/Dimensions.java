package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.core.workload.registry.Workloads;

/**
 * Which settings of some iterations are fixed and which vary.
 *
 * @param fixed   those with one value, in declared order; also where only some values of another setting have it at all
 * @param varied  the dimensions, in declared order; a setting that follows another one-to-one is part of that
 * @param columns names to show as columns, in declared order: the dimensions and the params and tags that follow them
 */
public record Dimensions(List<FixedSetting> fixed, List<Dimension> varied, List<String> columns) {

    /** Settings that say what is to be done, or borne meanwhile, of whatever workload. */
    private static final Set<String> TASK = Stream.concat(Stream.of(LoadParams.BACKGROUND), Workloads.all().stream()
            .flatMap(w -> w.params().all().stream())).filter(Param::task).map(Param::name).collect(Collectors.toSet());
    /** Settings that say what becomes of the data after the run, and so have no part in any number of it. */
    private static final Set<String> AFTERWARDS = Set.of("keep");

    /** Facts that follow from what the load was set to, and stand beside that. */
    private static final Set<String> OF_THE_LOAD = Set.of(WorkEstimate.MEAN_RATE, Durability.FACT);

    /** Of a setting, for each of which a fact's value is told. */
    private static final int MOST_SIDES = 6;
    /** Where a target is, and where its password is kept, is what its name stands for. */
    private static final Set<String> OF_A_TARGET = Set.of(ConnectionParams.ADDRESS, ConnectionParams.PASSWORD.name());

    public Dimensions {
        fixed = List.copyOf(fixed);
        varied = List.copyOf(varied);
        columns = List.copyOf(columns);
    }

    public Optional<Dimension> find(String name) {
        return varied.stream().filter(d -> d.name().equals(name)).findFirst();
    }

    /**
     * What tells the points of searches over one setting apart: what else is set, also where nothing of it came to a
     * number that could be ranked, and the facts by which those differ that did.
     *
     * @param ranked dimensions of what is ranked
     * @param all    iterations, whatever became of them
     */
    public static List<String> besides(String setting, Dimensions ranked, List<Iteration> all) {
        List<Dimension> set = of(all).varied().stream().filter(d -> d.kind() != Dimension.Kind.FACT).toList();
        return Stream.concat(set.stream(), ranked.varied().stream()
                .filter(d -> set.stream().noneMatch(leader -> leader.followers().contains(d.name()))))
                .map(Dimension::name).distinct().filter(name -> !name.equals(setting)).toList();
    }

    /** The dimensions of which a value can be chosen. */
    public List<Dimension> chosen() {
        return varied.stream().filter(Dimension::chosen).toList();
    }

    /** The dimensions that are only borne. */
    public List<Dimension> conditions() {
        return varied.stream().filter(d -> !d.chosen()).toList();
    }

    /** Whether a setting, of a group of workers or of all, says what is to be done. */
    static boolean isTask(String name) {
        return TASK.contains(name.substring(name.lastIndexOf('.') + 1));
    }

    /** Whether two rows had to bear the same. */
    public boolean sameConditions(Row one, Row other) {
        return conditions().stream().allMatch(d -> one.level(d.name()).equals(other.level(d.name())));
    }

    public List<FixedSetting> settings() {
        return fixed.stream().filter(f -> !f.environment()).toList();
    }

    public List<FixedSetting> environment() {
        return fixed.stream().filter(FixedSetting::environment).toList();
    }

    /** One setting over all the iterations. */
    private record Column(String name, Dimension.Kind kind, boolean varied, List<SettingValue> levels) {

        boolean isDurability() {
            return kind == Dimension.Kind.FACT && name.equals(Durability.FACT);
        }

        boolean constant() {
            return levels.stream().allMatch(levels.getFirst()::equals);
        }

        boolean isServers() {
            return kind == Dimension.Kind.FACT && name.startsWith(NonDefaultSettings.LEAD);
        }

        /** Whether it is a number, and not known of several runs at each value of the other column. */
        boolean changesByItself(Column other) {
            return levels.stream().allMatch(l -> l.number() != null) && other.levels.stream().collect(
                    Collectors.groupingBy(l -> l, Collectors.counting())).values().stream().anyMatch(runs -> runs < 2);
        }

        /** A number alone is no name. */
        String called(SettingValue level) {
            return level.number() != null || level.text().matches("true|false") ? name + " " + level : level.text();
        }

        /** The values that there are. */
        List<SettingValue> present() {
            return levels.stream().filter(l -> l != SettingValue.ABSENT).toList();
        }

        boolean hasOneValue() {
            return present().stream().allMatch(present().getFirst()::equals);
        }

        /** Whether each value of the other column goes with one value of this. */
        boolean isFunctionOf(Column other) {
            Map<SettingValue, SettingValue> seen = new HashMap<>();
            for (int i = 0; i < levels.size(); i++) {
                SettingValue before = seen.putIfAbsent(other.levels.get(i), levels.get(i));
                if (before != null && !before.equals(levels.get(i))) {
                    return false;
                }
            }
            return true;
        }

        /** Whether the others together determine this: what was said apart of each batch explains a fact of it. */
        boolean isFunctionOfAll(List<Column> others) {
            Map<List<SettingValue>, SettingValue> seen = new HashMap<>();
            return !others.isEmpty() && IntStream.range(0, levels.size()).allMatch(i -> levels.get(i).equals(
                    seen.computeIfAbsent(others.stream().map(o -> o.levels().get(i)).toList(), key -> levels.get(i))));
        }

        /** Whether each value of this goes with having a value of the other, or with having none. */
        boolean decidesWhetherThereIs(Column other) {
            Map<SettingValue, Boolean> seen = new HashMap<>();
            return IntStream.range(0, levels.size()).allMatch(i -> {
                boolean there = other.levels.get(i) != SettingValue.ABSENT;
                return seen.computeIfAbsent(levels.get(i), _ -> there) == there;
            });
        }

        boolean isOneToOneWith(Column other) {
            return isFunctionOf(other) && other.isFunctionOf(this);
        }
    }

    public static Dimensions of(List<Iteration> iterations) {
        List<Column> columns = columns(iterations);
        boolean defaultsAreAbsent = Facts.defaultsAreAbsent(iterations);
        Map<Integer, Column> changing = new LinkedHashMap<>();
        List<FixedSetting> fixed = new ArrayList<>();
        List<Column> varied = new ArrayList<>();
        for (Column column : columns) {
            boolean fact = column.kind() == Dimension.Kind.FACT;
            boolean afterwards = AFTERWARDS.contains(column.name());
            boolean surroundings = fact && !OF_THE_LOAD.contains(column.name());
            if (column.isDurability() && !column.constant()) {
                continue; // each row has its class
            }
            if (column.constant()) {
                fixed.add(new FixedSetting(column.name(), column.levels().getFirst().text(), surroundings
                        || column.kind() == Dimension.Kind.TAG));
            } else if (afterwards || fact && !distinguishesBatches(column, iterations, defaultsAreAbsent)) {
                if (fact) {
                    changing.put(fixed.size(), column);
                }
                fixed.add(new FixedSetting(column.name(), range(column), surroundings));
            } else {
                varied.add(column);
            }
        }
        List<Column> apart = varied.stream().filter(c -> c.kind() != Dimension.Kind.FACT
                && staysInBatches(c, iterations))
                .toList();
        // A fact that follows from what was said of each batch adds nothing to it.
        varied.removeIf(c -> c.kind() == Dimension.Kind.FACT && c.isFunctionOfAll(apart));
        changing.forEach((place, column) -> bySide(column, varied, defaultsAreAbsent).ifPresent(text ->
                fixed.set(place, new FixedSetting(column.name(), text, fixed.get(place).environment()))));
        List<Column> settled = varied.stream().filter(c -> c.hasOneValue() && isPartial(c, varied)).toList();
        settled.forEach(c -> fixed.add(new FixedSetting(c.name(), c.present().getFirst().text(), false)));
        varied.removeAll(settled);
        return grouped(fixed, varied);
    }

    /** Whether another setting that varies decides whether there is a value at all, as a target or a style does. */
    private static boolean isPartial(Column column, List<Column> varied) {
        return column.kind() == Dimension.Kind.PARAM && column.levels().contains(SettingValue.ABSENT)
                && varied.stream().anyMatch(other -> other != column && other.kind() == Dimension.Kind.PARAM
                && !other.levels().contains(SettingValue.ABSENT) && other.decidesWhetherThereIs(column));
    }

    /** All of them in one pass, since there may be thousands of iterations with dozens of settings each. */
    private static List<Column> columns(List<Iteration> iterations) {
        Map<String, Gathering> byName = new LinkedHashMap<>();
        for (int i = 0; i < iterations.size(); i++) {
            for (Setting setting : iterations.get(i).settings()) {
                if (Facts.isText(setting)) {
                    continue;
                }
                byName.computeIfAbsent(setting.name(), n -> new Gathering(iterations.size())).put(i, setting);
            }
        }
        List<Column> columns = new ArrayList<>();
        byName.forEach((name, gathered) -> columns.add(gathered.column(name)));
        return columns;
    }

    /** A column while it is gathered. */
    private static final class Gathering {
        private final SettingValue[] levels;
        private final Map<Setting, SettingValue> known = new HashMap<>();
        private boolean tag;
        private boolean fact = true;
        private boolean vary;

        Gathering(int iterations) {
            levels = new SettingValue[iterations];
            Arrays.fill(levels, SettingValue.ABSENT);
        }

        /** Of several settings of one name the first counts. */
        void put(int iteration, Setting setting) {
            if (levels[iteration] == SettingValue.ABSENT) {
                levels[iteration] = known.computeIfAbsent(setting, SettingValue::of);
                SettingOrigin settingOrigin = setting.origin();
                tag |= settingOrigin == SettingOrigin.TAG;
                vary |= settingOrigin == SettingOrigin.VARY;
                fact &= settingOrigin == SettingOrigin.DETECTED || settingOrigin == SettingOrigin.EFFECTIVE;
            }
        }

        Column column(String name) {
            Dimension.Kind kind = fact ? Dimension.Kind.FACT : tag ? Dimension.Kind.TAG
                    : isTask(name) ? Dimension.Kind.CONDITION : Dimension.Kind.PARAM;
            return new Column(name, kind, vary, Arrays.asList(levels));
        }
    }

    /**
     * A fact is worth a dimension only when it is a word that stays the same through a batch and differs between
     * batches: another disk, host or version. Free memory or a temperature changes by itself and explains nothing, and
     * nor does who ran it.
     */
    private static boolean distinguishesBatches(Column column, List<Iteration> iterations, boolean defaultsAreAbsent) {
        return !column.name().equals(Iteration.RUN_BY)
                && (column.isServers() ? defaultsAreAbsent || column.present().size() == column.levels().size()
                : column.levels().stream().allMatch(settingValue -> settingValue.number() == null))
                && staysInBatches(column, iterations);
    }

    private static boolean staysInBatches(Column column, List<Iteration> iterations) {
        Map<Long, SettingValue> ofBatch = new HashMap<>();
        for (int i = 0; i < iterations.size(); i++) {
            SettingValue settingValue = column.levels().get(i);
            if (!settingValue.equals(ofBatch.computeIfAbsent(iterations.get(i).batch(), b -> settingValue))) {
                return false;
            }
        }
        return true;
    }

    private static String range(Column column) {
        List<SettingValue> known = column.present().stream().sorted().toList();
        return (known.getFirst().equals(known.getLast()) ? known.getFirst().text()
                : known.getFirst().text() + " … " + known.getLast().text())
                + (known.size() == column.levels().size() ? ""
                : " (" + known.size() + " of " + column.levels().size() + " iterations)");
    }

    /**
     * Which value of a fact goes with which of a setting that varies: {@code 128MB (shop), 512MB (shop2)}. Of a number
     * that may change by itself, only where it stayed the same in several runs.
     */
    private static Optional<String> bySide(Column fact, List<Column> varied, boolean defaultsAreAbsent) {
        if (fact.hasOneValue() && !(defaultsAreAbsent && fact.isServers())) {
            return Optional.empty();
        }
        return varied.stream().sorted(Comparator.comparingInt(Dimensions::precedence)).filter(side ->
                side.kind() != Dimension.Kind.CONDITION && side.present().stream().distinct().count() <= MOST_SIDES
                && fact.isFunctionOf(side) && (fact.isServers() || !fact.changesByItself(side))).findFirst()
                .map(side -> {
                    Map<SettingValue, SettingValue> values = new LinkedHashMap<>();
                    for (int i = 0; i < side.levels().size(); i++) {
                        values.put(side.levels().get(i), fact.levels().get(i));
                    }
                    return values.entrySet().stream()
                            .filter(e -> e.getValue() != SettingValue.ABSENT || defaultsAreAbsent && fact.isServers())
                            .map(e -> (e.getValue() == SettingValue.ABSENT ? Facts.DEFAULT
                                    : Facts.shown(fact.name(), e.getValue().text())) + " (" + side.called(e.getKey())
                                    + ")").collect(Collectors.joining(", "));
                });
    }

    /** Gathers the columns that say the same under one leading dimension. */
    private static Dimensions grouped(List<FixedSetting> fixed, List<Column> varied) {
        List<Column> byPrecedence = new ArrayList<>(varied);
        byPrecedence.sort(Comparator.comparingInt(Dimensions::precedence));
        Map<Column, List<String>> followers = new LinkedHashMap<>();
        Set<String> hidden = new LinkedHashSet<>();
        for (Column column : byPrecedence) {
            Optional<Column> leader = followers.keySet().stream().filter(l -> follows(column, l)).findFirst();
            if (leader.isEmpty()) {
                followers.put(column, new ArrayList<>());
            } else if (column.kind() == Dimension.Kind.FACT || OF_A_TARGET.contains(column.name())
                    && leader.get().name().equals(Planner.TARGET)) {
                hidden.add(column.name());
                if (leader.get().kind() == Dimension.Kind.FACT) {
                    followers.get(leader.get()).add(column.name());
                }
            } else {
                followers.get(leader.get()).add(column.name());
            }
        }
        List<Dimension> dimensions = varied.stream().filter(followers::containsKey)
                .map(c -> dimension(c, followers.get(c), varied)).toList();
        return new Dimensions(fixed, dimensions,
                varied.stream().map(Column::name).filter(name -> !hidden.contains(name)).toList());
    }

    private static Dimension dimension(Column column, List<String> followers, List<Column> varied) {
        boolean partial = isPartial(column, varied);
        return new Dimension(column.name(), column.kind(), sorted(partial ? column.present() : column.levels()),
                followers, partial);
    }

    /** What the user varied on purpose leads what merely came along, and what can be chosen what the task is. */
    private static int precedence(Column column) {
        return column.varied() ? 0 : switch (column.kind()) {
            case TAG -> 1;
            case PARAM -> 2;
            case CONDITION -> 3;
            case FACT -> 4;
        };
    }

    /** A fact explained by a single setting adds nothing; a param or tag must also determine the other in turn. */
    private static boolean follows(Column column, Column leader) {
        return column.kind() == Dimension.Kind.FACT ? column.isFunctionOf(leader) : column.isOneToOneWith(leader);
    }

    private static List<SettingValue> sorted(Collection<SettingValue> levels) {
        return List.copyOf(new TreeSet<>(new LinkedHashSet<>(levels)));
    }
}
