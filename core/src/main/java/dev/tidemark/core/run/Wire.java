package dev.tidemark.core.run;

import tools.jackson.dataformat.cbor.CBORMapper;

/** The form of requests and events between processes: one CBOR object after another. */
public final class Wire {

    public static final CBORMapper MAPPER = CBORMapper.builder()
            .disable(tools.jackson.core.StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(tools.jackson.core.StreamReadFeature.AUTO_CLOSE_SOURCE)
            .build();

    private Wire() {}
}
