package dev.tidemark.core.driver.remote;

import dev.tidemark.core.os.Sha256;
import dev.tidemark.core.param.DigestedText;
import dev.tidemark.core.param.Setting;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** How an index is made, as its server tells it in JSON: told apart by a digest, whatever order its members come in. */
public final class DigestedJson {

    private static final JsonMapper SORTED = JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
            .build();

    private DigestedJson() {}

    /** The text that is digested: without blanks, members in the order of their names. */
    public static String text(JsonNode definition) {
        return SORTED.writeValueAsString(definition);
    }

    public static Setting digest(String name, String text) {
        return Setting.detected(NonDefaultSettings.LEAD + name, "#" + Sha256.brief(text));
    }

    /** The digest, and the text beside it. */
    public static List<Setting> withText(String name, String text) {
        Setting digest = digest(name, text);
        return List.of(digest, DigestedText.of(digest.name(), text));
    }
}
