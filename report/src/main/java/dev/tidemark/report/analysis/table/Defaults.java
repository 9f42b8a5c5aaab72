package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;

/**
 * What "at its default" means for each setting: as recorded with the runs. Where an experiment varies a setting, what
 * it sets besides is the default. Where only one experiment differs from another in it, each setting its own value,
 * none of these is the default, but what held before any of them said anything: the stored default, or the declared
 * one. Of a setting that was left to a server, or to data that were there, what was read back is the default, whatever
 * was declared. Facts have no default; they are kept as in the best row.
 */
public final class Defaults {

    private final List<Batch> batches;
    private final List<Iteration> iterations;
    private final Optional<Row> best;
    private final Map<String, List<String>> recorded = new HashMap<>();
    private final Map<String, Optional<String>> readBack = new HashMap<>();

    public Defaults(LabelResults results, Table table) {
        batches = results.batches();
        iterations = results.iterations();
        best = table.rows().stream().findFirst();
    }

    /** The default in words; empty when none was recorded. */
    Optional<String> text(Dimension dimension) {
        List<String> texts = recorded(dimension.name());
        Optional<String> found = readBack(dimension.name());
        return dimension.kind() == Dimension.Kind.FACT && (texts.isEmpty() || found.isPresent())
                ? best.map(b -> b.level(dimension.name()).text())
                : found.or(() -> texts.stream().reduce((older, newer) -> newer));
    }

    /** What a setting was found to be where nobody gave it, the newest. */
    private Optional<String> readBack(String name) {
        return readBack.computeIfAbsent(name, n -> settings(n).filter(s -> s.origin() == SettingOrigin.EFFECTIVE)
                .map(Setting::text).reduce((older, newer) -> newer).filter(_ -> isLeft(n)));
    }

    /** Whether the newest experiment leaves a setting to what is there, and none was run with its declared value. */
    private boolean isLeft(String name) {
        return settings(name).noneMatch(s -> s.origin() == SettingOrigin.DECLARED)
                && batches.stream().filter(b -> b.defaults().containsKey(name)).reduce((older, newer) -> newer)
                .filter(b -> b.defaults().get(name).equals(b.baseDefaults().get(name))).isPresent();
    }

    private Stream<Setting> settings(String name) {
        return iterations.stream().flatMap(i -> i.setting(name).stream());
    }

    public boolean matches(Dimension dimension, SettingValue settingValue) {
        return dimension.partial() && settingValue == SettingValue.ABSENT
                || text(dimension).filter(settingValue::isWrittenAs).isPresent();
    }

    public boolean matches(Dimension dimension, Iteration iteration) {
        return matches(dimension, Tables.level(iteration, dimension.name()));
    }

    /** A sentence where not all experiments recorded the same default. */
    public Optional<String> contradiction(Dimension dimension) {
        List<String> texts = recorded(dimension.name());
        return texts.size() < 2 || readBack(dimension.name()).isPresent() ? Optional.empty()
                : Optional.of("The experiments of this label had different defaults of "
                + dimension.name() + " (" + FindingText.list(texts) + "); " + texts.getLast()
                + ", the newest, is taken.");
    }

    /** What counts as the default of a setting: each once, the newest last. */
    private List<String> recorded(String name) {
        return recorded.computeIfAbsent(name, n -> {
            Set<Long> varying = varying(n);
            Function<Batch, Map<String, String>> source = batch ->
                    varying.isEmpty() && !batch.baseDefaults().isEmpty() ? batch.baseDefaults() : batch.defaults();
            List<String> texts = new ArrayList<>();
            batches.stream().filter(b -> varying.isEmpty() || varying.contains(b.id())).map(source).map(d -> d.get(n))
                    .forEach(text -> putLast(texts, text));
            return texts;
        });
    }

    private static void putLast(List<String> texts, String text) {
        if (text != null) {
            texts.removeIf(other -> SettingValue.written(other).equals(SettingValue.written(text)));
            texts.add(text);
        }
    }

    /** The batches within which a setting has more than one value. */
    private Set<Long> varying(String name) {
        Map<Long, SettingValue> first = new HashMap<>();
        Set<Long> varying = new HashSet<>();
        for (Iteration iteration : iterations) {
            SettingValue settingValue = Tables.level(iteration, name);
            SettingValue before = first.putIfAbsent(iteration.batch(), settingValue);
            if (before != null && !before.equals(settingValue)) {
                varying.add(iteration.batch());
            }
        }
        return varying;
    }
}
