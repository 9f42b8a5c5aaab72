package dev.tidemark.core.experiment;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/** Reads YAML into {@link DocumentNode}s. */
record YamlReader(YAMLParser parser, String name) {

    /** The largest document that is read, in characters. */
    static final int LARGEST = 1 << 20;

    private static final int DEEPEST = 20;
    private static final Pattern PLACE = Pattern.compile("in reader, line ([0-9]+), column");

    /**
     * @param yaml the text
     * @param name what to call it in messages, usually the file's name
     * @throws InvalidInputException naming the line, when the text is not YAML, a key stands twice, or an alias is
     *                  used: aliases could make a small document grow without end, and an experiment needs none
     */
    static DocumentNode read(String yaml, String name) {
        if (yaml.length() > LARGEST) {
            throw new InvalidInputException(name + ": larger than 1 MiB; this is not an experiment");
        }
        try (YAMLParser parser = (YAMLParser) new YAMLFactory().createParser(ObjectReadContext.empty(), yaml)) {
            YamlReader reader = new YamlReader(parser, name);
            parser.nextToken();
            if (parser.currentToken() == null || parser.currentToken() == JsonToken.VALUE_NULL) {
                throw new InvalidInputException(name + ": the document is empty");
            }
            DocumentNode documentNode = reader.node(0, reader.place());
            if (parser.nextToken() != null) {
                throw new InvalidInputException(reader.place() + ": a second document; one file holds one experiment");
            }
            return documentNode;
        } catch (JacksonException e) {
            throw new InvalidInputException(name + ":" + line(e) + ": not valid YAML: " + problem(e));
        }
    }

    /**
     * The parser tells a problem in several lines, as in "while scanning a quoted scalar", "in reader, line 1", "found
     * unexpected end of stream", "in reader, line 2", each with an excerpt: what is wrong, and where, come last.
     */
    private static String problem(JacksonException e) {
        return e.getOriginalMessage().lines().filter(line -> !line.isBlank() && !line.startsWith(" "))
                .reduce((first, last) -> last).orElse("syntax error");
    }

    private static int line(JacksonException e) {
        return PLACE.matcher(e.getOriginalMessage()).results().map(m -> Integer.parseInt(m.group(1)))
                .reduce((first, last) -> last).orElse(e.getLocation() == null ? 1 : e.getLocation().getLineNr());
    }

    /** @param place where it stands; a mapping or list that is the value of a key stands where the key does */
    private DocumentNode node(int depth, String place) {
        if (depth > DEEPEST) {
            throw new InvalidInputException(place + ": nested too deeply");
        }
        if (parser.isCurrentAlias()) {
            throw new InvalidInputException(place + ": '*" + parser.getString()
                    + "' is an alias; write the value itself");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(place, depth);
            case START_ARRAY -> sequence(place, depth);
            default -> new DocumentNode.Scalar(parser.getString(), place); // also null: there is a driver of that name
        };
    }

    private DocumentNode mapping(String place, int depth) {
        Map<String, DocumentNode> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            String keyPlace = place();
            parser.nextToken();
            if (entries.put(key, node(depth + 1, keyPlace)) != null) {
                throw new InvalidInputException(keyPlace + ": '" + key + "' stands twice");
            }
        }
        return new DocumentNode.Mapping(entries, place);
    }

    private DocumentNode sequence(String place, int depth) {
        List<DocumentNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(depth + 1, place()));
        }
        return new DocumentNode.Sequence(items, place);
    }

    private String place() {
        return name + ":" + parser.currentTokenLocation().getLineNr();
    }
}
