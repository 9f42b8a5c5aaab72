package dev.tidemark.driver.marklogic;

import com.marklogic.client.ResourceNotFoundException;
import com.marklogic.client.io.StringHandle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Settings of groups of hosts, which hold for all databases. What they were before is kept as a document of the
 * target's own database until it is put back, so that it is put back even after a process that was killed.
 */
final class ServerSettings {

    /** Not where the documents of a workload are. */
    private static final String BEFORE = "/tidemark/settings-before.json";
    private static final String IO_LIMIT = "background-io-limit";
    private static final String THREADS = "threads";

    private final Values values;
    private final Context context;
    /** Whether this target may have changed any. */
    private boolean changed;

    ServerSettings(Values values, Context context) {
        this.values = values;
        this.context = context;
    }

    /** A property of a group that a setting stands for. */
    private record Property(Param<Long> param, String name) {

        String path(String group) {
            String encoded = ManagementApi.encoded(group);
            return name.equals(THREADS) ? "/task-servers/TaskServer/properties?format=json&group-id=" + encoded
                    : "/groups/" + encoded + "/properties?format=json";
        }

        long written(long value) {
            return !name.equals(IO_LIMIT) || value == 0 ? value : DatabaseNamespace.mib(value);
        }

        long read(long value) {
            return name.equals(IO_LIMIT) ? value << 20 : value;
        }
    }

    private static final Property[] PROPERTIES = {new Property(MarkLogicParams.BACKGROUND_IO_LIMIT, IO_LIMIT),
        new Property(MarkLogicParams.TASK_SERVER_THREADS, THREADS)};

    /** Sets what the target's settings say, if it is set otherwise. */
    synchronized void apply(MarkLogicConnection connection, Hosts hosts) throws Exception {
        Map<String, Map<String, Long>> before = new LinkedHashMap<>();
        Map<String, Map<String, Long>> wanted = new LinkedHashMap<>();
        for (Property property : PROPERTIES) {
            if (values.find(property.param()).isPresent()) {
                long value = property.written(values.get(property.param()));
                for (String group : hosts.groups()) {
                    long found = connection.management().get(property.path(group)).path(property.name()).asLong();
                    if (found != value) {
                        before.put(property.path(group), Map.of(property.name(), found));
                        wanted.put(property.path(group), Map.of(property.name(), value));
                    }
                }
            }
        }
        if (!wanted.isEmpty()) {
            keep(connection, HttpConnection.write(before));
            changed = true;
            put(connection, wanted);
        }
    }

    private void put(MarkLogicConnection connection, Map<String, Map<String, Long>> properties) throws Exception {
        for (Map.Entry<String, Map<String, Long>> one : properties.entrySet()) {
            if (connection.management().put(one.getKey(), one.getValue(), context.clock())) {
                connection.forgetSockets();
            }
        }
    }

    private static void keep(MarkLogicConnection connection, String before) throws Exception {
        connection.ask(client -> {
            client.newJSONDocumentManager().write(BEFORE, new StringHandle(before));
            return null;
        });
    }

    private static String kept(MarkLogicConnection connection) throws Exception {
        return connection.ask(client -> {
            try {
                return client.newJSONDocumentManager().read(BEFORE, new StringHandle()).get();
            } catch (ResourceNotFoundException e) {
                return "{}";
            }
        });
    }

    synchronized boolean isChanged() {
        return changed;
    }

    /** Puts back what the database, which is ours, says to have been there before. */
    synchronized void putBack(MarkLogicConnection connection) throws Exception {
        Map<String, Map<String, Long>> before = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> path : HttpConnection.parse(kept(connection)).properties()) {
            Map<String, Long> properties = new LinkedHashMap<>();
            path.getValue().properties().forEach(p -> properties.put(p.getKey(), p.getValue().asLong()));
            before.put(path.getKey(), properties);
        }
        put(connection, before);
        if (!before.isEmpty()) {
            connection.ask(client -> {
                client.newJSONDocumentManager().delete(BEFORE);
                return null;
            });
        }
        changed = false;
    }

    /** Those settings that were given, as the first group has them. */
    Values told(MarkLogicConnection connection, Hosts hosts, Values given) throws Exception {
        Values found = given;
        for (Property property : PROPERTIES) {
            JsonNode value = connection.management().get(property.path(hosts.groups().getFirst()))
                    .path(property.name());
            if (!value.isMissingNode()) {
                found = found.with(property.param(), property.read(value.asLong()), SettingOrigin.EFFECTIVE);
            }
        }
        return found;
    }
}
