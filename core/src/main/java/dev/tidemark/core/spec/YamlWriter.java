package dev.tidemark.core.spec;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Writes {@link Node}s as YAML. */
public final class YamlWriter {

    private static final YAMLMapper MAPPER = YAMLMapper.builder()
            .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .build();

    private YamlWriter() {}

    public static String write(Node node) {
        return MAPPER.writeValueAsString(plain(node));
    }

    private static Object plain(Node node) {
        return switch (node) {
            case Node.Scalar s -> s.text();
            case Node.Sequence s -> s.items().stream().map(YamlWriter::plain).toList();
            case Node.Mapping m -> {
                Map<String, Object> map = new LinkedHashMap<>();
                m.entries().forEach((key, value) -> map.put(key, plain(value)));
                yield map;
            }
        };
    }
}
