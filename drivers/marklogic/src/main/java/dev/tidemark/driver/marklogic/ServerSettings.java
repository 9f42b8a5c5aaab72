package dev.tidemark.driver.marklogic;

import module java.base;
import com.marklogic.client.ResourceNotFoundException;
import com.marklogic.client.io.StringHandle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import tools.jackson.databind.JsonNode;

/**
 * Settings of groups of hosts, which hold for all databases. What they were before is kept as a document of the
 * target's own database until it is put back, so that it is put back even after a process that was killed.
 */
final class ServerSettings {

    /** Not where the documents of a workload are. */
    private static final String BEFORE = "/tidemark/settings-before.json";

    private static final List<Property> PROPERTIES = List.of(
            new Property(MarkLogicParams.BACKGROUND_IO_LIMIT, "/groups/%s/properties?format=json",
                    "background-io-limit", true),
            new Property(MarkLogicParams.TASK_SERVER_THREADS,
                    "/task-servers/TaskServer/properties?format=json&group-id=%s", "threads", false));

    private final Values values;
    private final Context context;
    /** Whether this target may have changed any. */
    private boolean changed;

    ServerSettings(Values values, Context context) {
        this.values = values;
        this.context = context;
    }

    /**
     * A property of a group that a setting stands for.
     *
     * @param path  with a place for the group
     * @param inMib whether it counts what the setting counts in bytes
     */
    private record Property(Param<Long> param, String path, String name, boolean inMib) {

        GroupValue of(String group, long setting) {
            return new GroupValue(String.format(Locale.ROOT, path, ManagementApi.encoded(group)), name,
                    inMib && setting > 0 ? DatabaseNamespace.mib(setting) : setting);
        }

        long setting(GroupValue value) {
            return inMib ? value.value() << 20 : value.value();
        }
    }

    /** What a property of a group is, or is to be. */
    private record GroupValue(String path, String name, long value) {

        /** The same as the server has it now; empty where it does not tell. */
        Optional<GroupValue> found(ManagementApi management) throws Exception {
            JsonNode found = management.get(path).path(name);
            return found.isIntegralNumber() ? Optional.of(new GroupValue(path, name, found.asLong()))
                    : Optional.empty();
        }

        GroupValue now(ManagementApi management) throws Exception {
            return found(management).orElseThrow(
                    () -> new DriverException("the server does not tell " + name + " at " + path));
        }
    }

    /** Sets what the target's settings say, where it is set otherwise. */
    synchronized void apply(MarkLogicConnection connection, Hosts hosts) throws Exception {
        List<GroupValue> needed = new ArrayList<>();
        List<GroupValue> before = new ArrayList<>();
        for (Property property : PROPERTIES) {
            for (String group : values.find(property.param()).isPresent() ? hosts.groups() : List.<String>of()) {
                GroupValue value = property.of(group, values.get(property.param()));
                GroupValue found = value.now(connection.management());
                if (!found.equals(value)) {
                    needed.add(value);
                    before.add(found);
                }
            }
        }
        if (!needed.isEmpty()) {
            keep(connection, before);
            changed = true;
            set(connection, needed);
        }
    }

    /** Sets those that are set otherwise. */
    private void set(MarkLogicConnection connection, List<GroupValue> needed) throws Exception {
        ManagementApi management = connection.management();
        boolean restarted = false;
        for (GroupValue value : needed) {
            if (!value.now(management).equals(value)) {
                restarted |= management.put(value.path(), Map.of(value.name(), value.value()), context.clock());
            }
        }
        if (restarted) {
            connection.forgetSockets();
            awaitForests(management);
        }
    }

    /** Also after a run was cancelled: what was changed must be put back. */
    private void awaitForests(ManagementApi management) throws Exception {
        Forests.of(management, values.get(ConnectionParams.NAMESPACE)).awaitOpen(management, context.clock(),
                () -> false);
    }

    private static void keep(MarkLogicConnection connection, List<GroupValue> before) throws Exception {
        connection.ask(client -> {
            client.newJSONDocumentManager().write(BEFORE, new StringHandle(HttpConnection.write(before)));
            return null;
        });
    }

    private static List<GroupValue> storedValues(MarkLogicConnection connection) throws Exception {
        return connection.ask(client -> {
            try {
                return HttpConnection.parse(client.newJSONDocumentManager().read(BEFORE, new StringHandle()).get())
                        .valueStream().map(value -> new GroupValue(value.path("path").asString(),
                                value.path("name").asString(), value.path("value").asLong())).toList();
            } catch (ResourceNotFoundException e) {
                return List.of();
            }
        });
    }

    private static void forget(MarkLogicConnection connection) throws Exception {
        connection.ask(client -> {
            client.newJSONDocumentManager().delete(BEFORE);
            return null;
        });
    }

    synchronized boolean isChanged() {
        return changed;
    }

    /** Puts back what the database, which is ours, says to have been there before; it may just have been started. */
    synchronized void putBack(MarkLogicConnection connection) throws Exception {
        awaitForests(connection.management());
        List<GroupValue> before = storedValues(connection);
        if (!before.isEmpty()) {
            set(connection, before);
            forget(connection);
        }
        changed = false;
    }

    /** The target's settings with those of the groups, where all of them have the same. */
    Values effective(MarkLogicConnection connection, Hosts hosts, Values given) throws Exception {
        Values found = given;
        for (Property property : PROPERTIES) {
            Set<Optional<Long>> values = new HashSet<>();
            for (String group : hosts.groups()) {
                values.add(property.of(group, 0).found(connection.management()).map(property::setting));
            }
            Optional<Long> same = values.size() == 1 ? values.iterator().next() : Optional.empty();
            if (same.isPresent()) {
                found = found.with(property.param(), same.get(), SettingOrigin.EFFECTIVE);
            }
        }
        return found;
    }
}
