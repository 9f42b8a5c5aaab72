package dev.tidemark.driver.leveldb;

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
import dev.tidemark.core.param.Values;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.fusesource.leveldbjni.JniDBFactory;

/** A LevelDB database in this process. */
final class LevelDbTarget extends ByteArrayTarget<LevelDbDatabase>
        implements CompactingTarget, StyleTarget {

    static final String FOLDER = "tidemark-leveldb";

    private static final Pattern OWN = Pattern.compile("CURRENT|LOCK|LOG(\\.old)?|MANIFEST-\\d+|"
            + "\\d+\\.(log|sst|ldb|dbtmp)|" + Pattern.quote(ManifestFolder.FILES) + "[^/]*");

    LevelDbTarget(Values values, Context context) {
        super(values, context,
                new OwnedDataDirectory(values.find(LevelDbParams.DIRECTORY).orElse(context.scratch()), FOLDER,
                OWN));
    }

    @Override
    protected LevelDbDatabase openDatabase(Path folder) throws DriverException {
        return LevelDbDatabase.open(folder, values(), context());
    }

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        return place(style, open -> open.styleTable(style, name));
    }

    @Override
    protected boolean compresses() {
        return values().get(LevelDbParams.COMPRESSION) != LevelDbParams.Compression.NONE;
    }

    @Override
    public void compact(Progress progress) throws DriverException {
        withDatabase(open -> {
            open.compact();
            return null;
        });
    }

    @Override
    public String version() {
        return "LevelDB of leveldbjni " + JniDBFactory.VERSION;
    }
}
