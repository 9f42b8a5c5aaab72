package dev.tidemark.report.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Report;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Settings and values are gathered in one pass; asked for one by one, as they once were, they are the same. */
class InOnePassTest {

    private static final List<String> NAMES = List.of("shards", "batch-size", "memtable", "disk", "cpu", "note");

    private static List<Iteration> iterations(long seed, int many) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Iteration> iterations = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            List<Setting> settings = new ArrayList<>();
            for (String name : NAMES) {
                if (random.nextInt(8) > 0) {
                    settings.add(setting(name, random));
                }
            }
            Map<String, Double> values = new LinkedHashMap<>();
            Samples.MEASURES.all().stream().filter(m -> random.nextInt(4) > 0)
                    .forEach(m -> values.put(m.name(), (double) random.nextInt(1, 1000)));
            iterations.add(Samples.iteration(i, i % 3, settings, values));
        }
        return iterations;
    }

    private static Setting setting(String name, SplittableRandom random) {
        return switch (name) {
            case "disk" -> Setting.tag(name, random.nextBoolean() ? "ssd" : "hdd");
            case "cpu" -> Setting.detected(name, "one");
            case "note" -> Setting.tag(name, "–");
            // The same number in other words is the same value.
            case "memtable" -> random.nextBoolean() ? new Setting(name, "10k", 10_000.0, "B", SettingOrigin.SET)
                    : new Setting(name, "10000", 10_000.0, "B", SettingOrigin.SET);
            default -> Samples.param(name, random.nextInt(1, 4), random.nextBoolean() ? SettingOrigin.VARY
                    : SettingOrigin.SET);
        };
    }

    private static List<SettingValue> levels(String name, List<Iteration> iterations) {
        return iterations.stream().map(i -> i.settings().stream().filter(s -> s.name().equals(name)).findFirst()
                .map(SettingValue::of).orElse(SettingValue.ABSENT)).toList();
    }

    @Property(tries = 300)
    void whatIsFixedAndWhatVariesIsAsAskedOneByOne(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int many) {
        List<Iteration> iterations = iterations(seed, many);
        Dimensions dimensions = Dimensions.of(iterations);
        Set<String> names = new LinkedHashSet<>();
        iterations.forEach(i -> i.settings().forEach(s -> names.add(s.name())));
        for (String name : names) {
            List<SettingValue> levels = levels(name, iterations);
            boolean constant = new LinkedHashSet<>(levels).size() == 1;
            List<String> fixed = dimensions.fixed().stream().filter(f -> f.name().equals(name)).map(FixedSetting::text)
                    .toList();
            if (constant) {
                assertThat(fixed).as(name).containsExactly(levels.getFirst().text());
            } else if (!name.equals("cpu")) { // a fact that is missing here and there tells nothing
                boolean oneValue = new LinkedHashSet<>(levels).size() == 2 && levels.contains(SettingValue.ABSENT);
                // where another setting decides whether there is a value, the only one is fixed
                assertThat(fixed).as(name).matches(f -> f.isEmpty() || oneValue);
            }
            assertThat(dimensions.columns().contains(name)).as(name).isEqualTo(fixed.isEmpty());
            dimensions.find(name).ifPresent(d -> assertThat(d.levels().stream().map(SettingValue::text))
                    .containsExactlyElementsOf(new TreeSet<>(new LinkedHashSet<>(levels)).stream()
                    .filter(l -> l != SettingValue.ABSENT || !d.partial()).map(SettingValue::text).toList()));
        }
    }

    @Property(tries = 300)
    void cellsAreTheEstimatesOfTheirRowsValues(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int many) {
        List<Iteration> iterations = iterations(seed, many);
        Report report = Report.of(Samples.label("L", Map.of(), "matrix", iterations));
        List<Iteration> folded = new ArrayList<>();
        for (Row row : report.table().rows()) {
            folded.addAll(row.iterations());
            report.table().dimensions().columns().forEach(c -> assertThat(row.level(c))
                    .isEqualTo(levels(c, row.iterations()).getFirst()));
            Samples.MEASURES.all().forEach(m -> {
                double[] values = row.iterations().stream().flatMap(i -> i.values().stream())
                        .filter(v -> v.measure().equals(m.name())).mapToDouble(MeasuredValue::number).toArray();
                assertThat(row.cell(m.name()).map(Cell::estimate)).isEqualTo(values.length == 0
                        ? java.util.Optional.empty() : java.util.Optional.of(Estimate.of(values)));
            });
        }
        // Not the iterations themselves: where none has a rate it is worked out for each.
        assertThat(folded).extracting(Iteration::id).containsExactlyInAnyOrderElementsOf(
                iterations.stream().map(Iteration::id).toList());
    }
}
