package dev.tidemark.web.api.spec;

import java.util.Map;

/**
 * What stands in an address: in the path in place of a name in braces, or in the query.
 *
 * @param query whether it stands in the query, and may be left out
 */
public record Parameter(String name, Kind kind, boolean query, String says) {

    /** What can be written there. */
    public enum Kind {
        TEXT("string"), WHOLE("integer"), FLAG("boolean"),
        /** A text that may stand several times. */
        TEXTS("array");

        private final String type;

        Kind(String type) {
            this.type = type;
        }

        Map<String, Object> schema() {
            Map<String, Object> schema = Schemas.object("type", type);
            if (this == TEXTS) {
                schema.put("items", TEXT.schema());
            }
            return schema;
        }
    }

    private static final String AS_ONE_SEGMENT = "; of its characters / \\ % ; ~ and a leading dot are written ~2F and "
            + "so on, by their hexadecimal code";

    /** What the names in braces mean, wherever they stand. */
    static Parameter inPath(String name) {
        return switch (name) {
            case "id" -> new Parameter(name, Kind.WHOLE, false, "number of a job, or of work that goes on by itself");
            case "label" -> new Parameter(name, Kind.TEXT, false, "label of a report, or LABEL-SETTING for a section "
                    + "of a study" + AS_ONE_SEGMENT);
            case "form" -> new Parameter(name, Kind.TEXT, false,
                    "html, tsv, iterations, csv, json, hdr, perftools, basho or zip");
            case "workload" -> new Parameter(name, Kind.TEXT, false, "name of a workload");
            case "driver" -> new Parameter(name, Kind.TEXT, false, "name of a driver");
            case "target" -> new Parameter(name, Kind.TEXT, false, "name of a target");
            case "agent" -> new Parameter(name, Kind.TEXT, false, "name of an agent");
            case "user" -> new Parameter(name, Kind.TEXT, false, "name of a user");
            case "token" -> new Parameter(name, Kind.TEXT, false, "name of a token");
            case "dataset" -> new Parameter(name, Kind.TEXT, false, "name of a dataset");
            default -> throw new IllegalArgumentException("nothing is said of {" + name + "}");
        };
    }
}
