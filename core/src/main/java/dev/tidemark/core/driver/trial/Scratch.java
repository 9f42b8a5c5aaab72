package dev.tidemark.core.driver.trial;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;

/**
 * Where a target is tried: on the same server under a name of its own, or on the same disk in a folder of its own.
 *
 * @param values the target's, but for the place
 * @param folder that was made for it; empty where it needs none
 */
record Scratch(Values values, Optional<Path> folder) {

    private static final String FOLDER = "tidemark-doctor-";

    /** Makes the folder, where the target has a directory: in it, or where it would be made. */
    static Scratch of(Values values) throws DriverException {
        if (values.params().contains(ConnectionParams.NAMESPACE)) {
            return new Scratch(values.with(ConnectionParams.NAMESPACE.name(), Trials.NAMESPACE, SettingOrigin.SET),
                    Optional.empty());
        }
        Optional<Path> directory = Driver.directory(values);
        if (directory.isEmpty()) {
            return new Scratch(values, Optional.empty());
        }
        Path there = directory.get().toAbsolutePath().normalize();
        while (!Files.isDirectory(there) && there.getParent() != null) {
            there = there.getParent();
        }
        try {
            Path folder = Files.createTempDirectory(there, FOLDER);
            return new Scratch(values.with(Driver.DIRECTORY, folder.toString(), SettingOrigin.SET),
                    Optional.of(folder));
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(there, e);
        }
    }

    /** By which the user finds it. */
    String name() {
        return folder.map(Path::toString).orElse(Trials.NAMESPACE);
    }

    /** Removes the folder, which dropping the data has emptied. */
    void remove() throws DriverException {
        try {
            if (folder.isPresent()) {
                Files.deleteIfExists(folder.get());
            }
        } catch (IOException e) {
            throw new DriverException(folder.get() + " could not be removed", e);
        }
    }
}
