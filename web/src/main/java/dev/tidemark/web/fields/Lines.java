package dev.tidemark.web.fields;

import dev.tidemark.core.param.BadInput;
import java.util.LinkedHashMap;
import java.util.Map;

/** Names and values that are typed a pair on each line. */
public final class Lines {

    private Lines() {}

    /**
     * @param sign between name and value
     * @throws BadInput when a line has no such sign, or a name stands twice
     */
    public static Map<String, String> pairs(String text, String sign) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String line : text.lines().filter(l -> !l.isBlank()).toList()) {
            int at = line.indexOf(sign);
            if (at < 1) {
                throw new BadInput("'" + line.strip() + "' is not NAME" + sign + "VALUE");
            }
            String name = line.substring(0, at).strip();
            if (pairs.put(name, line.substring(at + 1).strip()) != null) {
                throw new BadInput(name + " stands twice");
            }
        }
        return pairs;
    }
}
