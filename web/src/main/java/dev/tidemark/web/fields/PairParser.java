package dev.tidemark.web.fields;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * Names and values that are typed a pair on each line.
 *
 * @param pairs what can be read
 * @param wrong what is wrong with the other lines
 */
public record PairParser(Map<String, String> pairs, List<String> wrong) {

    /** @param sign between name and value */
    public static PairParser read(String text, String sign) {
        Map<String, String> pairs = new LinkedHashMap<>();
        List<String> wrong = new ArrayList<>();
        for (String line : text.lines().filter(l -> !l.isBlank()).toList()) {
            int at = line.indexOf(sign);
            String name = at < 1 ? "" : line.substring(0, at).strip();
            if (name.isEmpty()) {
                wrong.add("'" + line.strip() + "' is not NAME" + sign + "VALUE");
            } else if (pairs.putIfAbsent(name, line.substring(at + 1).strip()) != null) {
                wrong.add(name + " stands twice");
            }
        }
        return new PairParser(pairs, wrong);
    }

    /** @throws InvalidInputException when a line has no such sign, or a name stands twice */
    public static Map<String, String> pairs(String text, String sign) {
        PairParser pairParser = read(text, sign);
        if (!pairParser.wrong.isEmpty()) {
            throw new InvalidInputException(String.join("; ", pairParser.wrong));
        }
        return pairParser.pairs;
    }
}
