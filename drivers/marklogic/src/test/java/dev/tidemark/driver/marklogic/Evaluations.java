package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.driver.marklogic.Answer.Refusal;
import dev.tidemark.driver.marklogic.Cluster.Database;
import dev.tidemark.driver.marklogic.Cluster.Forest;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Does what the queries of {@link Queries} say, those of {@link Cluster#programs}, and knows no others. */
record Evaluations(Database database, Map<String, Variable> variables, Map<String, Cluster.Program> programs) {

    private static final String JSON = "application/json";

    /** @param type as the client declares it */
    record Variable(String value, String type) {}

    /** @param type the primitive type */
    record Item(String value, String type) {}

    List<Item> of(String query) throws Refusal {
        return switch (query) {
            case Queries.NOOP -> integer(1);
            case Queries.COUNT_EXISTING -> integer(array("uris").valueStream()
                    .filter(uri -> database.documents.containsKey(uri.asString())).count());
            case Queries.LIST_URIS -> database.documents.tailMap(atom("from"), true).keySet().stream()
                    .limit(Long.parseLong(atom("most"))).map(uri -> new Item(uri, "string")).toList();
            case Queries.INSERT_OBJECT -> insert(atom("uri"), json("content", "json:object"));
            case Queries.INSERT_TEXT -> insert(atom("uri"), parsed(atom("content")));
            case Queries.INSERT_ARRAY -> insertAll(array("content"));
            case Queries.COUNT_DIRECTORY -> integer(database.documents.keySet().stream()
                    .filter(uri -> uri.startsWith(atomOrEmpty("directory"))).count());
            case Queries.DELETE_DIRECTORY -> {
                String directory = atom("directory");
                database.documents.keySet().removeIf(uri -> uri.startsWith(directory));
                yield List.of();
            }
            case Queries.COUNT_COLLECTION -> integer(database.documents.values().stream()
                    .filter(document -> document.collections().contains(atomOrEmpty("collection"))).count());
            case Queries.DELETE_COLLECTION -> {
                String collection = atom("collection");
                database.documents.values().removeIf(document -> document.collections().contains(collection));
                yield List.of();
            }
            case Queries.FOREST_FIGURES -> figures();
            case " declare variable $value external; $value" -> List.of(new Item(atom("value"), "untypedAtomic"));
            case String program when programs.containsKey(program) -> programs.get(program).of(database, variables);
            default -> throw new Refusal(400, "XDMP-UNEXPECTED", "(err:XPST0003) Unexpected token syntax error");
        };
    }

    private static List<Item> integer(long number) {
        return List.of(new Item(String.valueOf(number), "integer"));
    }

    private Variable variable(String name) throws Refusal {
        Variable variable = variables.get(name);
        if (variable == null) {
            throw new Refusal(500, "XDMP-EXTVAR", "(err:XPDY0002) Undefined external variable $" + name);
        }
        return variable;
    }

    private String atom(String name) throws Refusal {
        if (!variable(name).type().equals("xs:untypedAtomic")) {
            throw new Refusal(500, "XDMP-CAST", "(err:FORG0001) Invalid cast of $" + name);
        }
        return variable(name).value();
    }

    private String atomOrEmpty(String name) {
        return variables.get(name).value();
    }

    private JsonNode json(String name, String type) throws Refusal {
        if (!variable(name).type().equals(type)) {
            throw new Refusal(500, "XDMP-ARGTYPE", "(err:XPTY0004) arg1 is not of type " + type);
        }
        return parsed(variable(name).value());
    }

    private JsonNode array(String name) throws Refusal {
        return json(name, "json:array");
    }

    private static JsonNode parsed(String text) throws Refusal {
        try {
            return ObjectJson.parse(text);
        } catch (JacksonException e) {
            throw new Refusal(500, "XDMP-JSONDOC", "Document is not JSON");
        }
    }

    private List<Item> insert(String uri, JsonNode object) throws Refusal {
        database.insert(uri, JSON, ObjectJson.text(object).getBytes(StandardCharsets.UTF_8), Set.of(), null);
        return integer(1);
    }

    private List<Item> insertAll(JsonNode array) throws Refusal {
        for (JsonNode object : array) {
            insert(atom("directory") + object.path("id").asLong() + ".json", object);
        }
        return integer(array.size());
    }

    private List<Item> figures() {
        long own = database.documents.containsKey("/tidemark/settings-before.json") ? 1 : 0;
        long documents = database.documents.size() - own;
        return LongStream.of(sum(f -> f.saved), sum(f -> f.merged), sum(f -> f.journaled), sum(Forest::onDisk),
                sum(f -> Math.ceilDiv(f.inMemory, 1 << 20)), documents, documents, sum(f -> f.stands.size() + 1),
                sum(f -> f.made), 0).mapToObj(n -> new Item(String.valueOf(n), "string")).toList();
    }

    private long sum(ToLongFunction<Forest> figure) {
        return database.forests().stream().mapToLong(figure).sum();
    }
}
