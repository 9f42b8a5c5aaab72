package dev.tidemark.core.data;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a dataset is, kept in the dataset's own folder, so that it can be carried to another machine with its data.
 *
 * @param format    version of this form
 * @param name      the dataset's name
 * @param driver    name of the driver that made it
 * @param seed      from which its values follow
 * @param valueSize size of every value in bytes
 * @param keyspaces its keyspaces, in order
 * @param changedBy the runs that updated it since it was filled, oldest first; at most {@link #MOST_CHANGES}
 */
public record DatasetManifest(int format, String name, String driver, long seed, int valueSize,
        List<Keyspace> keyspaces, List<String> changedBy) {

    public static final int FORMAT = 1;
    /** Runs that are remembered; older ones are forgotten. */
    public static final int MOST_CHANGES = 100;

    private static final JsonMapper MAPPER = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public DatasetManifest {
        keyspaces = List.copyOf(keyspaces);
        changedBy = List.copyOf(changedBy);
    }

    /**
     * A set of keys from 0.
     *
     * @param keys   how many it is to have
     * @param filled how many of them, from 0 on, have been written
     */
    public record Keyspace(long keys, long filled) {}

    /** Whether every key has been written. */
    public boolean complete() {
        return keyspaces.stream().allMatch(k -> k.filled() == k.keys());
    }

    public long keys() {
        return keyspaces.stream().mapToLong(Keyspace::keys).sum();
    }

    public long filled() {
        return keyspaces.stream().mapToLong(Keyspace::filled).sum();
    }

    /** Bytes of all values. */
    public long bytes() {
        return keys() * valueSize;
    }

    /**
     * The same with at least so many keyspaces of at least so many keys; nothing ever shrinks.
     *
     * @param count number of keyspaces in all
     * @param keys  keys of each keyspace
     */
    public DatasetManifest grown(int count, long keys) {
        List<Keyspace> grown = new ArrayList<>();
        for (int i = 0; i < Math.max(count, keyspaces.size()); i++) {
            Keyspace now = i < keyspaces.size() ? keyspaces.get(i) : new Keyspace(0, 0);
            grown.add(new Keyspace(Math.max(keys, now.keys()), now.filled()));
        }
        return new DatasetManifest(format, name, driver, seed, valueSize, grown, changedBy);
    }

    public DatasetManifest withFilled(int keyspace, long filled) {
        return with(keyspace, keyspaces.get(keyspace).keys(), filled);
    }

    /** The same with another keyspace in place of one, or after the last. */
    public DatasetManifest with(int keyspace, long keys, long filled) {
        List<Keyspace> changed = new ArrayList<>(keyspaces.subList(0, keyspace));
        changed.add(new Keyspace(keys, filled));
        changed.addAll(keyspaces.subList(Math.min(keyspace + 1, keyspaces.size()), keyspaces.size()));
        return new DatasetManifest(format, name, driver, seed, valueSize, changed, changedBy);
    }

    /** The same of what others made: all of it is there. @param keys of each keyspace, from keyspace 0 */
    public DatasetManifest adopting(List<Long> keys, int size) {
        return new DatasetManifest(format, name, driver, seed, size, keys.stream().map(n -> new Keyspace(n, n))
                .toList(),
                changedBy);
    }

    /** The same with nothing written yet: for a refill. */
    public DatasetManifest emptied() {
        return new DatasetManifest(format, name, driver, seed, valueSize,
                keyspaces.stream().map(k -> new Keyspace(k.keys(), 0)).toList(), List.of());
    }

    public DatasetManifest changedBy(String run) {
        List<String> runs = new ArrayList<>(changedBy);
        runs.add(run);
        while (runs.size() > MOST_CHANGES) {
            runs.removeFirst();
        }
        return new DatasetManifest(format, name, driver, seed, valueSize, keyspaces, runs);
    }

    /**
     * The manifest of a dataset in a folder or in one directly below it, where drivers keep their data.
     *
     * @return empty when there is none of that name, or the folder is gone
     * @throws InvalidInputException when one that is there is damaged or of a newer form
     */
    public static Optional<DatasetManifest> find(Path base, String name) {
        try (Stream<Path> below = Files.list(base)) {
            return Stream.concat(Stream.of(base), below.sorted()).filter(Files::isDirectory)
                    .flatMap(folder -> lookUp(new ManifestFolder(folder)).stream())
                    .filter(m -> m.name().equals(name)).findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** @throws InvalidInputException when there is none, or it is damaged or of a newer form */
    public static DatasetManifest read(ManifestStore manifests) {
        return lookUp(manifests).orElseThrow(() -> unreadable(manifests));
    }

    /**
     * The manifest where there is one.
     *
     * @throws InvalidInputException when it cannot be read, is damaged or of a newer form
     */
    public static Optional<DatasetManifest> lookUp(ManifestStore manifests) {
        try {
            return manifests.read().map(bytes -> parse(bytes, manifests.name()));
        } catch (IOException e) {
            throw new InvalidInputException(unreadable(manifests).getMessage()
                    + (e.getMessage() == null ? "" : ": " + e.getMessage()));
        }
    }

    private static InvalidInputException unreadable(ManifestStore manifests) {
        return new InvalidInputException(manifests.place() + " holds no dataset: its manifest " + manifests.name()
                + " is missing or cannot be read");
    }

    private static DatasetManifest parse(byte[] bytes, String name) {
        try {
            DatasetManifest manifest = MAPPER.readValue(bytes, DatasetManifest.class);
            if (manifest.format() > FORMAT) {
                throw new InvalidInputException(name + ": made by a newer Tidemark");
            }
            return manifest;
        } catch (JacksonException e) {
            throw new InvalidInputException(name + " is damaged: " + e.getOriginalMessage());
        }
    }

    /** Writes it whole or not at all. */
    public void write(ManifestStore manifests) throws IOException {
        manifests.write(MAPPER.writeValueAsBytes(this));
    }
}
