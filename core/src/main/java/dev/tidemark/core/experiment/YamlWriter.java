package dev.tidemark.core.experiment;

import module java.base;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Writes {@link DocumentNode}s as YAML. */
public final class YamlWriter {

    private static final YAMLMapper MAPPER = YAMLMapper.builder()
            .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .build();

    private YamlWriter() {}

    public static String write(DocumentNode documentNode) {
        return MAPPER.writeValueAsString(plain(documentNode));
    }

    private static Object plain(DocumentNode documentNode) {
        return switch (documentNode) {
            case DocumentNode.Scalar s -> s.text();
            case DocumentNode.Sequence s -> s.items().stream().map(YamlWriter::plain).toList();
            case DocumentNode.Mapping m -> {
                Map<String, Object> map = new LinkedHashMap<>();
                m.entries().forEach((key, value) -> map.put(key, plain(value)));
                yield map;
            }
        };
    }
}
