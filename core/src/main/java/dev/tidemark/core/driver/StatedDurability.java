package dev.tidemark.core.driver;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Setting;

/**
 * What a driver states of the durability of its target's writes beside what its settings state: what holds whatever is
 * set, and what facts of a server say. Immutable; the withers return changed copies.
 *
 * @param always what holds at the most; empty where it depends
 * @param facts  name and text of a fact, and the class that it states
 */
public record StatedDurability(Optional<Durability> always, Map<String, Map<String, Durability>> facts) {

    /** Nothing beside the settings. */
    public static final StatedDurability NOTHING = new StatedDurability(Optional.empty(), Map.of());

    public static StatedDurability always(Durability most) {
        return new StatedDurability(Optional.of(most), Map.of());
    }

    /** The same where a fact with this text states a class. */
    public StatedDurability fact(String name, String text, Durability stated) {
        Map<String, Map<String, Durability>> more = new LinkedHashMap<>(facts);
        Map<String, Durability> texts = new LinkedHashMap<>(more.getOrDefault(name, Map.of()));
        texts.put(text, stated);
        more.put(name, Collections.unmodifiableMap(texts));
        return new StatedDurability(always, Collections.unmodifiableMap(more));
    }

    /** What is stated of a target on which these facts were found, each class once for each that states it. */
    public List<Durability> of(Collection<Setting> found) {
        return Stream.concat(always.stream(), found.stream().flatMap(f -> Optional.ofNullable(
                facts.getOrDefault(f.name(), Map.of()).get(f.text())).stream())).toList();
    }
}
