package dev.tidemark.core.param;

import module java.base;

/**
 * One assignment of values to the params of a set. Immutable. Values are parsed once, when they are put in, and
 * typed from then on; {@link #texts()} is their form for storage and for the runner.
 */
public final class Values {

    /** A value with where it came from; a null value means "not set". */
    private record Entry(Object value, SettingOrigin origin) {}

    private final ParamSet params;
    private final Map<String, Entry> entries;

    private Values(ParamSet params, Map<String, Entry> entries) {
        this.params = params;
        this.entries = entries;
    }

    static Values defaults(ParamSet params) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (Param<?> param : params.all()) {
            entries.put(param.name(), new Entry(param.defaultValue(), SettingOrigin.DECLARED));
        }
        return new Values(params, entries);
    }

    public ParamSet params() {
        return params;
    }

    /** The value; never null. @throws InvalidInputException when it is not set */
    public <T> T get(Param<T> param) {
        return find(param).orElseThrow(() -> new InvalidInputException(param.name()
                + ": a value is needed; write it as " + param.type().example()));
    }

    /** The value, or empty when it is not set. */
    @SuppressWarnings("unchecked") // a value was parsed by the param it is stored under
    public <T> Optional<T> find(Param<T> param) {
        return Optional.ofNullable((T) entry(param).value());
    }

    public SettingOrigin origin(Param<?> param) {
        return entry(param).origin();
    }

    private Entry entry(Param<?> param) {
        Entry entry = entries.get(param.name());
        if (entry == null) {
            throw new IllegalArgumentException("param '" + param.name() + "' does not belong to this set");
        }
        return entry;
    }

    /** A copy with one value changed. */
    public <T> Values with(Param<T> param, T value, SettingOrigin settingOrigin) {
        entry(param);
        Map<String, Entry> changed = new LinkedHashMap<>(entries);
        changed.put(param.name(), new Entry(value, settingOrigin));
        return new Values(params, changed);
    }

    /** A copy with one value said to come from elsewhere. */
    public Values from(Param<?> param, SettingOrigin settingOrigin) {
        Map<String, Entry> changed = new LinkedHashMap<>(entries);
        changed.put(param.name(), new Entry(entry(param).value(), settingOrigin));
        return new Values(params, changed);
    }

    /**
     * A copy with one value read from text, under the param's own name or an older one with its older unit.
     *
     * @throws InvalidInputException when the name or the text is wrong
     */
    public Values with(String name, String text, SettingOrigin settingOrigin) {
        ParamSet.Found found = params.find(name);
        return parsed(found.param(), found.translate(text), settingOrigin);
    }

    /** The same with several, name to text. */
    public Values with(Map<String, String> texts, SettingOrigin settingOrigin) {
        Values values = this;
        for (Map.Entry<String, String> text : texts.entrySet()) {
            values = values.with(text.getKey(), text.getValue(), settingOrigin);
        }
        return values;
    }

    /** The same with those of them whose names this set has; the others are passed over. */
    public Values withKnown(Map<String, String> texts, SettingOrigin settingOrigin) {
        Map<String, String> known = new LinkedHashMap<>(texts);
        known.keySet().removeIf(name -> params.lookUp(name).isEmpty());
        return with(known, settingOrigin);
    }

    /** The same with settings as they were recorded. */
    public Values with(Iterable<Setting> settings) {
        Values values = this;
        for (Setting setting : settings) {
            values = values.with(setting.name(), setting.text(), setting.origin());
        }
        return values;
    }

    private <T> Values parsed(Param<T> param, String text, SettingOrigin settingOrigin) {
        return with(param, param.parse(text), settingOrigin);
    }

    /** The value written out, or the word for "not set". */
    public <T> String text(Param<T> param) {
        return param.format(find(param).orElse(null));
    }

    /** The value as a number in the type's unit, where it has one. */
    public <T> OptionalDouble number(Param<T> param) {
        return find(param).map(v -> param.type().number(v)).orElse(OptionalDouble.empty());
    }

    /** The weakest class of durability that these values state; empty where none states one. */
    public Optional<Durability> durability() {
        return Durability.of(this);
    }

    /**
     * What these values reach outside of Tidemark's own data, in declared order. What a declared default says is
     * Tidemark's own; but a server is connected to, and a place on it worked on, whoever says where it is.
     */
    public List<Reached> reached() {
        return params.all().stream().filter(p -> p.reach() == Reach.ADDRESS || p.reach() == Reach.DATA
                        || origin(p) != SettingOrigin.DECLARED)
                .flatMap(param -> reached(param).stream()).toList();
    }

    private <T> List<Reached> reached(Param<T> param) {
        return param.reachedBy(find(param).orElse(null));
    }

    /** Name to text of every value; a param that is not set and has no word for it is left out. */
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Param<?> param : params.all()) {
            if (entry(param).value() != null || param.absent() != null) {
                texts.put(param.name(), text(param));
            }
        }
        return texts;
    }

    /** The settings of these values, in declared order; a param that is not set and has no word for it is left out. */
    public List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        for (Param<?> param : params.all()) {
            if (entry(param).value() != null || param.absent() != null) {
                OptionalDouble number = number(param);
                settings.add(new Setting(param.name(), text(param),
                        number.isPresent() ? number.getAsDouble() : null, param.type().unit(), origin(param)));
            }
        }
        return settings;
    }

    /** The part of these values that belongs to {@code part}, whose params must all be in this set. */
    public Values only(ParamSet part) {
        Map<String, Entry> remaining = new LinkedHashMap<>();
        for (Param<?> param : part.all()) {
            remaining.put(param.name(), entry(param));
        }
        return new Values(part, remaining);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Values v && texts().equals(v.texts());
    }

    @Override
    public int hashCode() {
        return Objects.hash(texts());
    }

    @Override
    public String toString() {
        return texts().toString();
    }
}
