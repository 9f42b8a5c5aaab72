package dev.tidemark.driver.rocksdb;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.OthersFiles;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Values;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.Options;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksObject;

/**
 * A database of the user's, with all its column families: by the options that RocksDB wrote down beside it, or by those
 * of another such file. Where it is, nothing is written.
 */
final class OwnRocksDb {

    /** What a copy of a database consists of; its lock and its log of messages do not belong to it. */
    private static final Pattern DATA = Pattern.compile("CURRENT|IDENTITY|(MANIFEST|OPTIONS)-\\d+|"
            + "\\d+\\.(sst|blob|log)");

    private final OwnDatabase own;
    private final Path path;
    private final Values settings;
    private final EngineOptions engine;
    private final OthersFiles files;

    OwnRocksDb(OwnDatabase own, Values settings, EngineOptions engine) {
        this.own = own;
        this.path = own.path();
        this.settings = settings;
        this.engine = engine;
        this.files = new OthersFiles("database", path, this::data);
    }

    private List<Path> data() throws IOException {
        try (Stream<Path> all = Files.list(path)) {
            return all.filter(file -> DATA.matcher(file.getFileName().toString()).matches()).sorted().toList();
        }
    }

    /**
     * @param folder in which its copy is, or what is needed beside it
     * @param create whether there is no copy yet
     */
    RocksDbStore open(Path folder, boolean create) throws DriverException {
        boolean copied = own.access() == OwnDatabase.Access.COPY;
        if (create) {
            check();
            if (copied) {
                files.copy(folder, file -> file.getFileName().toString());
            }
        }
        Path place = copied ? folder : path;
        BackgroundEvents events = new BackgroundEvents();
        List<RocksObject> open = new ArrayList<>();
        try {
            return opened(place, folder, events, open);
        } catch (DriverException | RuntimeException e) {
            open.reversed().forEach(RocksObject::close);
            events.close();
            throw e;
        }
    }

    private RocksDbStore opened(Path place, Path folder, BackgroundEvents events, List<RocksObject> open)
            throws DriverException {
        try {
            return open(place, folder, events, open);
        } catch (RocksDBException e) {
            throw new DriverException("database: RocksDB cannot open " + path + ": " + ErrorMapper.words(e)
                    + (ErrorMapper.words(e).contains("comparator") ? "; name the OPTIONS file that it was written with "
                            + "by options-file" : ""), e);
        }
    }

    private void check() throws DriverException {
        if (!Files.isDirectory(path)) {
            throw new DriverException("database: there is no folder " + path);
        }
        Path current = path.resolve("CURRENT");
        try {
            if (!Files.isRegularFile(current) || !Files.readString(current, StandardCharsets.ISO_8859_1)
                    .startsWith("MANIFEST-")) {
                throw new DriverException("database: " + path + " is no RocksDB database");
            }
        } catch (IOException e) {
            throw new DriverException("database: " + current + " cannot be read", e);
        }
        files.refuseInUse(path.resolve("LOCK"));
    }

    private RocksDbStore open(Path place, Path folder, BackgroundEvents events, List<RocksObject> open)
            throws RocksDBException, DriverException {
        boolean copied = place.equals(folder);
        List<String> names = names(place);
        String familyName = settings.get(RocksDbParams.COLUMN_FAMILY);
        if (!names.contains(familyName)) {
            throw new DriverException("column-family: " + path + " has no column family " + familyName
                    + Suggestions.hint(familyName, names));
        }
        Optional<Path> written = optionsFile(place);
        Path used = written.isPresent() ? folder.resolve(OwnOptions.NAME) : place;
        Options plain = engine.forShard(false);
        open.add(plain);
        DBOptions database = written.isPresent() ? new DBOptions() : new DBOptions(plain);
        open.add(database);
        List<ColumnFamilyDescriptor> descriptors = written.isPresent()
                ? as(written.get(), names, load(written.get(), used, database, open)) : as(plain, names, open);
        engine.share(database, events);
        database.setEnv(Env.getDefault()).setDbLogDir(copied ? "" : folder.toString());
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        RocksDB opened = copied ? RocksDB.open(database, place.toString(), descriptors, handles)
                : RocksDB.openReadOnly(database, place.toString(), descriptors, handles);
        events.watch(opened);
        int family = names.indexOf(familyName);
        return RocksDbStore.own(place, copied ? folder : used, engine, opened, new Options(database,
                descriptors.get(family).getOptions()), events, handles.get(family), !copied, open);
    }

    /** Each column family as a file has it. */
    private List<ColumnFamilyDescriptor> as(Path file, List<String> names, Map<String, ColumnFamilyOptions> families)
            throws DriverException {
        for (String name : names) {
            if (!families.containsKey(name)) {
                throw new DriverException("options-file: " + file + " has no column family " + name + ", which "
                        + path + " has");
            }
        }
        return names.stream().map(name -> family(name, families.get(name))).toList();
    }

    /** Each as a database of Tidemark's own has them. */
    private static List<ColumnFamilyDescriptor> as(Options plain, List<String> names, List<RocksObject> open) {
        return names.stream().map(name -> {
            ColumnFamilyOptions its = new ColumnFamilyOptions(plain);
            open.add(its);
            return family(name, its);
        }).toList();
    }

    private static ColumnFamilyDescriptor family(String name, ColumnFamilyOptions options) {
        return new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), options);
    }

    private List<String> names(Path place) throws RocksDBException {
        try (Options none = new Options()) {
            return RocksDB.listColumnFamilies(none, place.toString()).stream()
                    .map(name -> new String(name, StandardCharsets.UTF_8)).toList();
        }
    }

    /** The file that was named, or the newest that the database has; old ones have none. */
    private Optional<Path> optionsFile(Path place) throws DriverException {
        Optional<Path> named = settings.find(RocksDbParams.OPTIONS_FILE).map(file -> file.toAbsolutePath().normalize());
        if (named.isPresent()) {
            if (!Files.isRegularFile(named.get())) {
                throw new DriverException("options-file: there is no file " + named.get());
            }
            return named;
        }
        try {
            return OptionsFile.findNewest(place);
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(place, e);
        }
    }

    /** Has RocksDB read a file, with the settings that were given in place of what stands there. */
    private Map<String, ColumnFamilyOptions> load(Path file, Path edited, DBOptions whole, List<RocksObject> open)
            throws DriverException {
        List<ColumnFamilyDescriptor> families = new ArrayList<>();
        try (ConfigOptions strict = new ConfigOptions().setIgnoreUnknownOptions(false).setInputStringsEscaped(true)) {
            OwnOptions options = OwnOptions.read(file, path, settings);
            Files.write(edited, options.lines());
            OptionsUtil.loadOptionsFromFile(strict, edited.toString(), whole, families);
        } catch (RocksDBException e) {
            throw new DriverException("options-file: " + file + ": " + ErrorMapper.words(e), e);
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(file, e);
        }
        Map<String, ColumnFamilyOptions> byName = new HashMap<>();
        families.forEach(family -> {
            open.add(family.getOptions());
            byName.put(new String(family.getName(), StandardCharsets.UTF_8), family.getOptions());
        });
        return byName;
    }
}
