package dev.tidemark.cli;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.spec.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads what stands behind a flag. */
final class Flags {

    private Flags() {}

    /** The values of a list; a comma that belongs to a value is written {@code \,}. */
    static List<String> list(String text) {
        return Stream.of(text.split("(?<!\\\\),", -1)).map(t -> t.replace("\\,", ",").strip()).toList();
    }

    /** The values of a list whose values have commas: they are separated by semicolons. */
    static List<String> mappings(String text) {
        return Stream.of(text.split(";", -1)).map(String::strip).toList();
    }

    /** {@code NAME=VALUE} flags as a mapping. @throws BadInput when one has no sign of equality or stands twice */
    static Node.Mapping pairs(String flag, List<String> texts) {
        Map<String, Node> pairs = new LinkedHashMap<>();
        for (String text : texts) {
            Map.Entry<String, String> pair = pair(flag, text);
            if (pairs.put(pair.getKey(), new Node.Scalar(pair.getValue(), flag)) != null) {
                throw new BadInput(flag + ": " + pair.getKey() + " stands twice");
            }
        }
        return new Node.Mapping(pairs, flag);
    }

    static Map.Entry<String, String> pair(String flag, String text) {
        int sign = text.indexOf('=');
        if (sign < 1) {
            throw new BadInput(flag + ": '" + text + "' is not NAME=VALUE");
        }
        return Map.entry(text.substring(0, sign).strip(), text.substring(sign + 1).strip());
    }
}
