package dev.tidemark.store.results;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.store.ResultStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A label is read in bulk; one by one, each iteration is the same. */
class LabelReadingTest {

    private static final Double[] NUMBERS = {null, 0.0, -0.0, 1.0, 1.5, 0.1, 1e300};

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(5);

    private List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        for (String name : List.of("z", "shards", "a", "note")) {
            if (random.nextInt(5) > 0) {
                // The same text with another number is another setting, whoever wrote it.
                settings.add(new Setting(name, random.nextBoolean() ? "x" : "x\ny",
                        NUMBERS[random.nextInt(NUMBERS.length)],
                        random.nextBoolean() ? "B" : "", random.nextBoolean() ? SettingOrigin.VARY
                        : SettingOrigin.TAG));
            }
        }
        return settings;
    }

    @Test
    void eachIterationIsAsItIsReadAlone() {
        try (ResultStore store = ResultStore.open(folder.resolve("results.db"))) {
            for (String label : List.of("one", "two")) {
                long batch = store.beginBatch(Samples.batch(label, 200));
                for (int i = 0; i < 200; i++) {
                    long id = store.beginIteration(new NewIteration(batch, i, "p" + i, 0, 1, 0,
                            Samples.START.plusSeconds(i), 0, settings()));
                    store.addSettings(id, List.of(new Setting("shards", "8", 8.0, "", SettingOrigin.EFFECTIVE),
                            new Setting("memtable", "16MB", 16e6, "B", SettingOrigin.EFFECTIVE),
                            Setting.detected("cpu", "x")));
                    store.endIteration(id, IterationState.DONE, "",
                            List.of(MeasuredValue.of("z", i), new MeasuredValue("a", -0.0, true),
                            MeasuredValue.of("m", 0.1 * i)));
                }
                store.release(batch);
            }
            for (Iteration iteration : store.label("two").orElseThrow().iterations()) {
                List<Setting> alone = store.detail(iteration.id()).settings();
                Set<String> asked = alone.stream().filter(s -> s.origin() != SettingOrigin.EFFECTIVE).map(Setting::name)
                        .collect(Collectors.toSet());
                assertThat(iteration.settings()).containsExactlyInAnyOrderElementsOf(alone.stream()
                        .filter(s -> s.origin() != SettingOrigin.EFFECTIVE || !asked.contains(s.name())).toList());
                assertThat(iteration.settings().stream().map(Setting::name)).containsSubsequence(alone.stream()
                        .filter(s -> s.origin() == SettingOrigin.VARY || s.origin() == SettingOrigin.TAG)
                        .map(Setting::name).toList());
                assertThat(iteration.values()).extracting(MeasuredValue::measure).containsExactly("z", "a", "m");
                assertThat(iteration.values().get(1).atLeast()).isTrue();
            }
        }
    }
}
