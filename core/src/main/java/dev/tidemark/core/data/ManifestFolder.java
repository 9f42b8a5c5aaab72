package dev.tidemark.core.data;

import module java.base;

/**
 * Keeps a dataset's manifest as a file in the folder of the dataset's data, so that both can be carried to another
 * machine together.
 *
 * @param folder exists by the time a manifest is written
 */
public record ManifestFolder(Path folder) implements ManifestStore {

    /** How the names of files begin that go with the data when it is made anew or dropped. */
    public static final String FILES = "dataset.";

    private static final String FILE = FILES + "json";

    private Path file() {
        return folder.resolve(FILE);
    }

    @Override
    public Optional<byte[]> read() throws IOException {
        try {
            return Optional.of(Files.readAllBytes(file()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public void write(byte[] manifest) throws IOException {
        WholeFile.replace(file(), out -> out.write(manifest));
    }

    @Override
    public void remove() throws IOException {
        Files.deleteIfExists(file());
    }

    @Override
    public String place() {
        return folder.toString();
    }

    @Override
    public String name() {
        return file().toString();
    }
}
