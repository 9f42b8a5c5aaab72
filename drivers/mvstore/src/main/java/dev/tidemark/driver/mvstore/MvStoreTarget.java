package dev.tidemark.driver.mvstore;

import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.embedded.ByteArrayTarget;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.driver.upkeep.CompactingTarget;
import dev.tidemark.core.driver.upkeep.SnapshotTarget;
import dev.tidemark.core.param.Values;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.h2.engine.Constants;

/** A store in this process. */
final class MvStoreTarget extends ByteArrayTarget<MvStoreDatabase>
        implements CompactingTarget, SnapshotTarget, StyleTarget {

    static final String FOLDER = "tidemark-mvstore";

    private static final Pattern OWN = Pattern.compile("snapshot|(snapshot/)?" + Pattern.quote(MvStoreDatabase.FILE)
            + "|" + Pattern.quote(ManifestFolder.FILES) + "[^/]*");

    MvStoreTarget(Values values, Context context) {
        super(values, context,
                new OwnedDataDirectory(values.find(MvStoreParams.DIRECTORY).orElse(context.scratch()), FOLDER,
                OWN));
    }

    @Override
    protected MvStoreDatabase openDatabase(Path folder) throws DriverException {
        return MvStoreDatabase.open(folder, values());
    }

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        return place(style, open -> open.styleTable(style, name));
    }

    @Override
    protected boolean compresses() {
        return values().get(MvStoreParams.COMPRESSION) != MvStoreParams.Compression.NONE;
    }

    /** {@inheritDoc} Moves chunks to the front of the file, which gets shorter. */
    @Override
    public void compact(Progress progress) throws DriverException {
        withDatabase(open -> {
            open.compact(context().cancelled());
            return null;
        });
    }

    @Override
    public long snapshot() throws DriverException {
        return snapshot(MvStoreDatabase::copy);
    }

    @Override
    public String version() {
        return "MVStore of H2 " + Constants.VERSION;
    }
}
