package dev.tidemark.core.result;

import module java.base;

/** Measures in the order in which a report shows them; names are unique. */
public final class MeasureSet {

    private final Map<String, Measure> measures = new LinkedHashMap<>();

    private MeasureSet(List<Measure> measures) {
        for (Measure measure : measures) {
            if (this.measures.put(measure.name(), measure) != null) {
                throw new IllegalArgumentException("two measures are named " + measure.name());
            }
        }
    }

    public static MeasureSet of(Measure... measures) {
        return new MeasureSet(List.of(measures));
    }

    /** These, then the others that are not among them. */
    public MeasureSet plus(MeasureSet others) {
        List<Measure> all = new ArrayList<>(all());
        others.all().stream().filter(m -> !measures.containsKey(m.name())).forEach(all::add);
        return new MeasureSet(all);
    }

    /** The same, under the headings that others have for them, and explained as by them. */
    public MeasureSet headedAs(MeasureSet others) {
        return new MeasureSet(all().stream().map(m -> others.find(m.name())
                .map(o -> m.titled(o.title()).explained(o.help())).orElse(m)).toList());
    }

    public List<Measure> all() {
        return List.copyOf(measures.values());
    }

    public Optional<Measure> find(String name) {
        return Optional.ofNullable(measures.get(name));
    }
}
