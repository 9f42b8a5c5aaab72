package dev.tidemark.driver.file;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;

/** Files and devices read and written in blocks. Linux only, which {@link #open} says. */
public final class FileDriver extends DeclaredDriver {

    public FileDriver() {
        super("file", "Files of blocks or a block device, without a database: what the disk itself can do.",
                FileParams.ALL, FileMeasures.ALL, EnumSet.of(Capability.KEYSPACES, Capability.ASYNC_KEYSPACES));
    }

    @Override
    public List<String> jvmFlags() {
        return List.of("--enable-native-access=ALL-UNNAMED");
    }

    @Override
    public Optional<Param<Long>> blockSize() {
        return Optional.of(FileParams.BLOCK_SIZE);
    }

    @Override
    public Optional<Param<Path>> existingPlace() {
        return Optional.of(FileParams.FILE);
    }

    @Override
    public boolean onlyReads(Values values) {
        return values.find(FileParams.FILE).isPresent() && !values.get(FileParams.DESTROY_DATA);
    }

    @Override
    public Optional<Param<Boolean>> destroying() {
        return Optional.of(FileParams.DESTROY_DATA);
    }

    @Override
    public Optional<Path> destroys(Values values) {
        return values.get(FileParams.DESTROY_DATA) ? values.find(FileParams.FILE) : Optional.empty();
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new DriverException("the driver file runs on Linux only, not on " + System.getProperty("os.name"));
        }
        return FileTarget.open(values, context);
    }
}
