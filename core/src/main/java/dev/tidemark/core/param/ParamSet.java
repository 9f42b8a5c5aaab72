package dev.tidemark.core.param;

import module java.base;

/**
 * An ordered set of params and the rules between them. Names and aliases are unique within a set.
 */
public final class ParamSet {

    /** A rule over several params. */
    @FunctionalInterface
    public interface Rule {
        /** What is wrong with these values, in one line naming the params; empty when all is well. */
        Optional<String> complaint(Values values);
    }

    /** A param found by one of its names, and the alias if it was an older one. */
    public record Found(Param<?> param, Optional<Alias> alias) {
        /** The text in present units and words. */
        public String translate(String text) {
            return alias.map(a -> a.translate(text)).orElse(text);
        }
    }

    private final Map<String, Param<?>> params = new LinkedHashMap<>();
    private final Map<String, Found> byName = new LinkedHashMap<>();
    private final List<Rule> rules;

    private ParamSet(Collection<Param<?>> params, List<Rule> rules) {
        this.rules = List.copyOf(rules);
        for (Param<?> param : params) {
            this.params.put(param.name(), param);
            name(param.name(), new Found(param, Optional.empty()));
            param.aliases().stream().filter(a -> !a.name().equals(param.name()))
                    .forEach(a -> name(a.name(), new Found(param, Optional.of(a))));
        }
    }

    private void name(String name, Found found) {
        if (byName.put(name, found) != null) {
            throw new IllegalArgumentException("two params are named " + name);
        }
    }

    public static ParamSet of(Param<?>... params) {
        return new ParamSet(List.of(params), List.of());
    }

    public ParamSet with(Rule... more) {
        List<Rule> all = new ArrayList<>(rules);
        all.addAll(List.of(more));
        return new ParamSet(params.values(), all);
    }

    /** The params and rules of both; a param of the same name in {@code other} is refused. */
    public ParamSet plus(ParamSet other) {
        List<Param<?>> both = new ArrayList<>(params.values());
        both.addAll(other.params.values());
        List<Rule> all = new ArrayList<>(rules);
        all.addAll(other.rules);
        return new ParamSet(both, all);
    }

    /** The params that are wanted, and all the rules: these must not look at the others. */
    public ParamSet only(Predicate<Param<?>> condition) {
        return new ParamSet(params.values().stream().filter(condition).toList(), rules);
    }

    public List<Param<?>> all() {
        return List.copyOf(params.values());
    }

    public boolean contains(Param<?> param) {
        return params.get(param.name()) == param;
    }

    /** Every name by which a param of this set can be called, aliases last. */
    public Collection<String> names() {
        LinkedHashSet<String> names = new LinkedHashSet<>(params.keySet());
        names.addAll(byName.keySet());
        return names;
    }

    public Optional<Found> lookUp(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * Finds a param by name or alias.
     *
     * @throws InvalidInputException naming the nearest valid name
     */
    public Found find(String name) {
        return lookUp(name).orElseThrow(
                () -> new InvalidInputException("unknown param '" + name + "'" + OlderNames.entry(name, names())));
    }

    /** Checks the rules in order. @throws InvalidInputException with the first complaint */
    public void check(Values values) {
        for (Rule rule : rules) {
            rule.complaint(values).ifPresent(complaint -> {
                throw new InvalidInputException(complaint);
            });
        }
    }

    /** The declared defaults. */
    public Values defaults() {
        return Values.defaults(this);
    }
}
