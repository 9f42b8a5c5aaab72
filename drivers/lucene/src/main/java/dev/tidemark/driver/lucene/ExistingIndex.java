package dev.tidemark.driver.lucene;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Types;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.store.NoLockFactory;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.Version;

/**
 * The last commit of an index that others have made, or of several that are its shards, open for reading. Nothing in
 * their folders is made, changed, deleted or locked.
 */
final class ExistingIndex implements Closeable {

    private static final String COMMIT = "segments_";
    /** In which the indexes of servers lie, in the folder of a shard or of its data. */
    private static final String INNER = "index";
    private static final Pattern QUOTED = Pattern.compile("'([^']+)'");
    private static final int ID_SHOWN = 8;

    private final List<SegmentInfos> commits;
    private final List<Path> files;
    private final MultiReader reader;

    private ExistingIndex(List<SegmentInfos> commits, List<Path> files, MultiReader reader) {
        this.commits = commits;
        this.files = files;
        this.reader = reader;
    }

    /**
     * Where the index lies: a folder that is one, or its folder {@code index}; else those of its sub-folders of which
     * that is so, in the order of their names.
     *
     * @throws DriverException when there is none, or it may not be looked at
     */
    static List<Path> folders(Path folder) throws DriverException {
        try {
            Optional<Path> one = one(folder);
            if (one.isPresent()) {
                return List.of(one.get());
            }
            List<Path> shards = new ArrayList<>();
            for (Path sub : inside(folder)) {
                if (Files.isDirectory(sub)) {
                    one(sub).ifPresent(shards::add);
                }
            }
            if (shards.isEmpty()) {
                throw new DriverException(folder + " holds no Lucene index: there is no file " + COMMIT
                        + "N in it, in its folder " + INNER + " or in one of its sub-folders");
            }
            return shards;
        } catch (IOException e) {
            throw failure(folder, e);
        }
    }

    private static Optional<Path> one(Path folder) throws IOException {
        Path inner = folder.resolve(INNER);
        return isIndex(folder) ? Optional.of(folder)
                : Files.isDirectory(inner) && isIndex(inner) ? Optional.of(inner) : Optional.empty();
    }

    private static boolean isIndex(Path folder) throws IOException {
        return inside(folder).stream().anyMatch(file -> file.getFileName().toString().startsWith(COMMIT));
    }

    private static List<Path> inside(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    /** @throws DriverException when a shard is damaged, or nothing that this Lucene reads, or may not be read */
    static ExistingIndex open(Path folder, LuceneParams.FileAccess access) throws DriverException {
        List<SegmentInfos> commits = new ArrayList<>();
        List<Path> files = new ArrayList<>();
        List<IndexReader> readers = new ArrayList<>();
        for (Path shard : folders(folder)) {
            try (FSDirectory directory = directory(shard, access)) { // what is open in it stays so
                DirectoryReader opened = DirectoryReader.open(directory);
                readers.add(opened);
                SegmentInfos commit = SegmentInfos.readCommit(directory, opened.getIndexCommit().getSegmentsFileName());
                commits.add(commit);
                commit.files(true).forEach(file -> files.add(shard.resolve(file)));
                readers.set(readers.size() - 1, withoutSoftDeleted(opened));
            } catch (IOException | IllegalArgumentException e) {
                IOUtils.closeWhileHandlingException(readers);
                throw failure(shard, e);
            }
        }
        return new ExistingIndex(commits, files, reader(readers));
    }

    private static MultiReader reader(List<IndexReader> readers) throws DriverException {
        try {
            return new MultiReader(readers.toArray(IndexReader[]::new));
        } catch (IOException e) {
            IOUtils.closeWhileHandlingException(readers);
            throw new DriverException("Lucene: " + e.getMessage(), e);
        }
    }

    private static FSDirectory directory(Path shard, LuceneParams.FileAccess access) throws IOException {
        return switch (access) {
            case MMAP -> new MMapDirectory(shard, NoLockFactory.INSTANCE);
            case NIO -> new NIOFSDirectory(shard, NoLockFactory.INSTANCE);
        };
    }

    /** Servers keep documents that were deleted or replaced for a while, marked by a field; nobody shall find them. */
    private static DirectoryReader withoutSoftDeleted(DirectoryReader opened) throws IOException {
        String mark = FieldInfos.getMergedFieldInfos(opened).getSoftDeletesField();
        return mark == null ? opened : new SoftDeletesDirectoryReaderWrapper(opened, mark);
    }

    /** Closed with the last of its users. */
    IndexReader reader() {
        return reader;
    }

    /** Those that the last commits name, which are all that is read. */
    List<Path> files() {
        return files;
    }

    long bytes() throws IOException {
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    List<Setting> facts() throws IOException {
        List<SegmentCommitInfo> segments = commits.stream().flatMap(commit -> commit.asList().stream()).toList();
        List<Setting> facts = new ArrayList<>(List.of(
                Setting.detected("index-documents", Long.toString(reader.numDocs())),
                Setting.detected("index-deleted", Long.toString(reader.numDeletedDocs())),
                Setting.detected("index-segments", Long.toString(segments.size())),
                Setting.detected("index-shards", Long.toString(commits.size())),
                new Setting("index-size", Types.SIZE.format(bytes()), (double) bytes(), Types.SIZE.unit(),
                        SettingOrigin.DETECTED)));
        if (!segments.isEmpty()) {
            facts.add(Setting.detected("index-versions", said(segments.stream().map(s -> s.info.getVersion())
                    .sorted((a, b) -> a.equals(b) ? 0 : a.onOrAfter(b) ? 1 : -1).map(Version::toString))));
            facts.add(Setting.detected("index-codecs", said(segments.stream().map(s -> s.info.getCodec().getName())
                    .sorted())));
        }
        return facts;
    }

    private static String said(Stream<String> all) {
        return all.distinct().collect(Collectors.joining(", "));
    }

    /** What the last commits in a folder are now: their generations and identifiers, and what they hold. */
    static String state(Path folder) throws DriverException {
        List<String> states = new ArrayList<>();
        for (Path shard : folders(folder)) {
            try (FSDirectory directory = directory(shard, LuceneParams.FileAccess.NIO)) {
                SegmentInfos commit = SegmentInfos.readLatestCommit(directory);
                long deleted = commit.asList().stream().mapToLong(s -> s.getDelCount() + s.getSoftDelCount()).sum();
                String id = StringHelper.idToString(commit.getId());
                states.add((shard.equals(folder) ? "" : folder.relativize(shard) + ": ") + commit.getSegmentsFileName()
                        + " (" + id.substring(0, Math.min(id.length(), ID_SHOWN)) + "), documents "
                        + (commit.totalMaxDoc() - deleted) + ", deleted " + deleted);
            } catch (IOException | IllegalArgumentException e) {
                throw failure(shard, e);
            }
        }
        return String.join("; ", states);
    }

    /** Why an index cannot be read, in one line. */
    static DriverException failure(Path shard, Exception e) {
        String lucene = "Lucene " + Version.LATEST;
        String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
        Matcher named = QUOTED.matcher(why);
        return new DriverException(shard + switch (e) {
            case IndexFormatTooOldException _ -> " is too old for " + lucene + ": " + why;
            case IndexFormatTooNewException _ -> " is too new for " + lucene + ": " + why;
            case CorruptIndexException _ -> " is damaged: " + why;
            case AccessDeniedException denied -> " cannot be read: permission denied for " + denied.getFile();
            case NoSuchFileException gone -> " cannot be read: " + gone.getFile() + " is not there";
            case IllegalArgumentException _ when why.contains("codec") && named.find() || why.contains("SPI class")
                    && named.find() -> " was written with '" + named.group(1) + "', which " + lucene
                    + " alone does not know";
            default -> " cannot be read: " + why;
        }, e);
    }

    @Override
    public void close() throws IOException {
        reader.decRef();
    }
}
