package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.driver.marklogic.Evaluations.Item;
import dev.tidemark.driver.marklogic.Evaluations.Variable;

/** What a library in the place of XCC reaches; public, as that is loaded apart. */
public final class XccServer {

    private static volatile MarkLogicStandIn server;
    /** What a request fails with; null while none does. */
    private static volatile Exception refusal;

    private XccServer() {}

    static void is(MarkLogicStandIn now) {
        server = now;
        refusal = null;
    }

    public static void login(int port, String user, char[] password) {
        if (!user.equals(Login.USER) || !new String(password).equals(Login.PASSWORD)) {
            throw new IllegalArgumentException("not let in");
        }
    }

    static void refuse(Exception why) {
        refusal = why;
    }

    public static void requireOpen(boolean closed) throws Exception {
        if (refusal != null) {
            throw refusal;
        }
        if (closed) {
            throw new IOException("the session was closed");
        }
    }

    public static void insert(String database, String uri, String json) throws Exception {
        synchronized (server.cluster()) {
            server.cluster().database(database).insert(uri, "application/json", ObjectJson.text(ObjectJson.parse(json))
                    .getBytes(StandardCharsets.UTF_8), Set.of(), null);
        }
    }

    /** @param variables type and value */
    public static String[] eval(String database, String query, Map<String, String[]> variables) throws Exception {
        Map<String, Variable> converted = new HashMap<>();
        variables.forEach((name, variable) -> converted.put(name, new Variable(variable[1], switch (variable[0]) {
            case "XS_STRING" -> "xs:untypedAtomic";
            case "OBJECT_NODE" -> "json:object";
            default -> "json:array";
        })));
        String known = query.equals(Queries.INSERT_ARRAY_NODE) ? Queries.INSERT_ARRAY : query;
        synchronized (server.cluster()) {
            return new Evaluations(server.cluster().database(database), converted, Map.of()).of(known).stream()
                    .map(Item::value).toArray(String[]::new);
        }
    }
}
