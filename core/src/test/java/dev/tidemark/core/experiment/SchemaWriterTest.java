package dev.tidemark.core.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The schema, which follows from the declarations. */
class SchemaWriterTest {

    private static JsonNode schema() {
        return new JsonMapper().readTree(SchemaWriter.write());
    }

    @Test
    void theSchemaKnowsEveryKeyOfAnExperiment() {
        JsonNode schema = schema();
        assertThat(schema.get("$schema").asString()).isEqualTo("https://json-schema.org/draft/2020-12/schema");
        assertThat(schema.get("properties").propertyNames())
                .containsExactlyElementsOf(ExperimentKeys.ALL.stream().<String>map(Key::name).toList());
        assertThat(schema.get("additionalProperties").asBoolean()).isFalse();
        assertThat(schema.get("required").values().stream().map(JsonNode::asString)).containsExactly("workload");
    }

    @Test
    void theSchemaKnowsEveryParamUnderEachOfItsNames() {
        JsonNode set = schema().at("/properties/set/properties");
        JsonNode vary = schema().at("/properties/vary/properties");
        for (Workload workload : Workloads.all()) {
            for (String name : workload.params().names()) {
                assertThat(set.has(name)).as(name).isTrue();
                assertThat(vary.get(name).get("anyOf").get(1).get("type").asString()).isEqualTo("array");
            }
        }
        assertThat(set.has("tree-size")).isTrue();
        assertThat(set.has("failure-limit")).isTrue();
        assertThat(vary.has("target")).isTrue();
        assertThat(set.has("target")).isFalse();
    }

    @Test
    void aGroupHasWhatGroupsCanHaveTheirOwnWay() {
        JsonNode group = schema().at("/properties/groups/items");
        assertThat(group.at("/required/0").asString()).isEqualTo("name");
        assertThat(group.get("properties").propertyNames()).contains("name", "workers", "processes", "dataset")
                .doesNotContain("duration", "groups");
    }

    /** One workload has a setting of that name that is a word, the other one that is a mix: both can be written. */
    @Test
    void aMixIsATextOrAMappingOfItsOperationsWhereverItMayStand() {
        JsonNode schema = schema();
        for (String place : List.of("/properties/mix", "/properties/set/properties/mix",
                "/properties/groups/items/properties/mix")) {
            JsonNode forms = schema.at(place + "/anyOf");
            assertThat(forms.values()).as(place).anyMatch(f -> f.at("/enum/0").asString("").equals("dealt"))
                    .anyMatch(f -> f.at("/anyOf/1/properties/update-indexed/type").asString("").equals("integer"));
        }
    }

    @Test
    void aClosedListOfWordsIsAnEnumWithItsWordForNotSet() {
        JsonNode style = schema().at("/properties/set/properties/layout/enum");
        assertThat(style.values().stream().map(JsonNode::asString)).containsExactly("level", "universal", "none");
        assertThat(schema().at("/properties/set/properties/blind-insert/type/0").asString()).isEqualTo("boolean");
    }

    @Test
    void theSchemaIsTheSameEachTimeItIsWritten() {
        assertThat(SchemaWriter.write()).isEqualTo(SchemaWriter.write()).endsWith("}\n");
        assertThat(schema().at("/properties/set").propertyNames())
                .containsExactly("type", "properties", "required", "additionalProperties", "patternProperties");
    }
}
