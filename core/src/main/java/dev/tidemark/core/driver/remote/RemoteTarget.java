package dev.tidemark.core.driver.remote;

import module java.base;
import dev.tidemark.core.data.ManifestStore;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.param.Values;

/**
 * Keyspaces on a server, with the manifest of their dataset.
 *
 * @param <C> a connection
 */
public abstract class RemoteTarget<C> extends NamespaceTarget<C> implements KeyspaceTarget {

    private static final String MANIFEST = "dataset";

    private final Namespace<C> namespace;

    protected RemoteTarget(Values values, Connections<C> connections, Namespace<C> namespace, Context context) {
        super(values, connections, namespace, context);
        this.namespace = namespace;
    }

    @Override
    public final ManifestStore manifests() {
        return new NamespaceManifest();
    }

    /** A text beside the data. */
    private final class NamespaceManifest implements ManifestStore {

        private <T> T asking(Connections.Call<C, T> call) throws IOException {
            try {
                return ours(call);
            } catch (DriverException e) {
                throw new IOException(e.getMessage(), e);
            }
        }

        @Override
        public Optional<byte[]> read() throws IOException {
            try {
                return with(connection -> namespace.exists(connection) ? namespace.text(connection, MANIFEST)
                        : Optional.<String>empty()).map(text -> text.getBytes(StandardCharsets.UTF_8));
            } catch (DriverException e) {
                throw new IOException(e.getMessage(), e);
            }
        }

        @Override
        public void write(byte[] manifest) throws IOException {
            asking(connection -> {
                namespace.put(connection, MANIFEST, new String(manifest, StandardCharsets.UTF_8));
                return null;
            });
        }

        /** {@inheritDoc} With its namespace it has gone already. */
        @Override
        public void remove() throws IOException {
            try {
                with(connection -> {
                    if (namespace.exists(connection)) {
                        requireOurs(connection);
                        namespace.remove(connection, MANIFEST);
                    }
                    return null;
                });
            } catch (DriverException e) {
                throw new IOException(e.getMessage(), e);
            }
        }

        @Override
        public String place() {
            return RemoteTarget.this.place();
        }

        @Override
        public String name() {
            return "'" + MANIFEST + "' in " + place();
        }
    }
}
