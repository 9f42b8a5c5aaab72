package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.EmbeddedSession;
import dev.tidemark.driver.contract.TargetFixture;
import java.nio.file.Path;

/** A real target in a folder. */
final class Fixture extends TargetFixture<RocksDbTarget, EmbeddedSession<?>> {

    /** @param settings name, value, name, value … */
    Fixture(Path directory, String... settings) throws DriverException {
        super(new RocksDbDriver(), directory, settings);
    }

    static Fixture created(Path directory, String... settings) throws DriverException {
        Fixture fixture = new Fixture(directory, settings);
        fixture.target.create();
        return fixture;
    }
}
