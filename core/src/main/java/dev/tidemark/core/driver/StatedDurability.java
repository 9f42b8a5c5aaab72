package dev.tidemark.core.driver;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Setting;

/**
 * What a driver states of the durability of its target's writes beside what its settings state: what holds whatever is
 * set, and what facts of a server say. Immutable; the withers return changed copies.
 *
 * @param always what holds at the most; empty where it depends
 * @param rules  what facts state
 */
public record StatedDurability(Optional<Durability> always, List<Rule> rules) {

    /** Nothing beside the settings. */
    public static final StatedDurability NOTHING = new StatedDurability(Optional.empty(), List.of());

    public StatedDurability {
        rules = List.copyOf(rules);
    }

    /** A class that facts state together. @param facts all of which must have been found */
    public record Rule(List<Fact> facts, Durability stated) {

        public Rule {
            facts = List.copyOf(facts);
        }
    }

    /** @param equal whether this is its text, or any other is */
    public record Fact(String name, String text, boolean equal) {

        public static Fact is(String name, String text) {
            return new Fact(name, text, true);
        }

        public static Fact isNot(String name, String text) {
            return new Fact(name, text, false);
        }

        private boolean isAmong(Collection<Setting> found) {
            return found.stream().anyMatch(f -> f.name().equals(name) && f.text().equals(text) == equal);
        }
    }

    public static StatedDurability always(Durability most) {
        return new StatedDurability(Optional.of(most), List.of());
    }

    /** The same where a fact with this text states a class. */
    public StatedDurability fact(String name, String text, Durability stated) {
        return where(stated, Fact.is(name, text));
    }

    /** The same where facts state a class together. */
    public StatedDurability where(Durability stated, Fact... facts) {
        List<Rule> more = new ArrayList<>(rules);
        more.add(new Rule(List.of(facts), stated));
        return new StatedDurability(always, more);
    }

    /** What is stated of a target on which these facts were found, each class once for each that states it. */
    public List<Durability> of(Collection<Setting> found) {
        return Stream.concat(always.stream(), rules.stream()
                .filter(rule -> rule.facts.stream().allMatch(fact -> fact.isAmong(found))).map(Rule::stated)).toList();
    }
}
