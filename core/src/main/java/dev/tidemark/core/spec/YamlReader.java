package dev.tidemark.core.spec;

import dev.tidemark.core.param.BadInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.dataformat.yaml.YAMLFactory;

/** Reads YAML into {@link Node}s. */
final class YamlReader {

    /** The largest document that is read, in characters. */
    static final int LARGEST = 1 << 20;

    private final JsonParser parser;
    private final String name;

    private YamlReader(JsonParser parser, String name) {
        this.parser = parser;
        this.name = name;
    }

    /**
     * @param yaml the text
     * @param name what to call it in messages, usually the file's name
     * @throws BadInput naming the line, when the text is not YAML or a key stands twice
     */
    static Node read(String yaml, String name) {
        if (yaml.length() > LARGEST) {
            throw new BadInput(name + ": larger than 1 MiB; this is not an experiment");
        }
        try (JsonParser parser = new YAMLFactory().createParser(tools.jackson.core.ObjectReadContext.empty(), yaml)) {
            YamlReader reader = new YamlReader(parser, name);
            if (parser.nextToken() == null) {
                throw new BadInput(name + ": the document is empty");
            }
            Node node = reader.node(0);
            if (parser.nextToken() != null) {
                throw new BadInput(reader.place() + ": a second document; one file holds one experiment");
            }
            return node;
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new BadInput(name + (line > 0 ? ":" + line : "") + ": not valid YAML: "
                    + e.getOriginalMessage().lines().findFirst().orElse("syntax error"));
        }
    }

    private Node node(int depth) {
        String place = place();
        if (depth > 20) {
            throw new BadInput(place + ": nested too deeply");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(place, depth);
            case START_ARRAY -> sequence(place, depth);
            case VALUE_NULL -> new Node.Scalar("", place);
            default -> new Node.Scalar(parser.getString(), place);
        };
    }

    private Node mapping(String place, int depth) {
        Map<String, Node> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            String keyPlace = place();
            parser.nextToken();
            if (entries.put(key, node(depth + 1)) != null) {
                throw new BadInput(keyPlace + ": '" + key + "' stands twice");
            }
        }
        return new Node.Mapping(entries, place);
    }

    private Node sequence(String place, int depth) {
        List<Node> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(depth + 1));
        }
        return new Node.Sequence(items, place);
    }

    private String place() {
        return name + ":" + parser.currentTokenLocation().getLineNr();
    }
}
