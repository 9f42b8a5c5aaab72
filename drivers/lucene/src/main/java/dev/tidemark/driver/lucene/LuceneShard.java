package dev.tidemark.driver.lucene;

import module java.base;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LiveIndexWriterConfig;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.Version;

/** An index in a folder, open for writing and for reading. Thread-safe, but for {@link #refresh}. */
final class LuceneShard {

    private static final double MEBIBYTE = 1 << 20;

    private final FSDirectory directory;
    private final LuceneMerges scheduler;
    private final IndexWriter writer;
    private final VectorSimilarityFunction similarity;
    /** What was committed last; its segments are shared with the one before. */
    private DirectoryReader reader;

    private LuceneShard(FSDirectory directory, LuceneMerges scheduler, IndexWriter writer,
            VectorSimilarityFunction similarity, DirectoryReader reader) {
        this.similarity = similarity;
        this.directory = directory;
        this.scheduler = scheduler;
        this.writer = writer;
        this.reader = reader;
    }

    /** Uses Lucene's classes. */
    static void loadEngine() {
        Version.LATEST.toString();
    }

    /** Opens the index of a folder, or makes one. @param written counts its segments */
    static LuceneShard open(Path folder, Values values, WrittenSegments written) throws IOException {
        FSDirectory directory = switch (values.get(LuceneParams.FILE_ACCESS)) {
            case MMAP -> new MMapDirectory(folder);
            case NIO -> new NIOFSDirectory(folder);
        };
        IndexWriter writer = null;
        try {
            LuceneMerges scheduler = new LuceneMerges(Math.toIntExact(values.find(LuceneParams.MERGE_THREADS)
                    .orElse(0L)));
            writer = new IndexWriter(directory, new IndexWriterConfig(new WhitespaceAnalyzer())
                    .setRAMBufferSizeMB(values.get(LuceneParams.RAM_BUFFER) / MEBIBYTE)
                    .setCodec(LuceneCodec.of(values, written)).setMergeScheduler(scheduler)
                    .setMergePolicy(new TieredMergePolicy().setSegmentsPerTier(values.get(
                            LuceneParams.SEGMENTS_PER_TIER))));
            writer.commit(); // so that there is something to read
            return new LuceneShard(directory, scheduler, writer,
                    LuceneFields.similarity(values.get(SearchParams.DISTANCE)), DirectoryReader.open(directory));
        } catch (IOException | RuntimeException e) {
            IOUtils.closeWhileHandlingException(writer == null ? null : writer::rollback, directory);
            throw e;
        }
    }

    void add(List<SearchDocument> documents) throws IOException {
        for (SearchDocument document : documents) {
            writer.updateDocument(LuceneFields.id(document.number()), LuceneFields.of(document, similarity));
        }
    }

    void commit() throws IOException {
        writer.commit();
    }

    /** What was committed last; closed with the next call, so whoever uses it longer must hold it. */
    DirectoryReader refresh() throws IOException {
        DirectoryReader changed = DirectoryReader.openIfChanged(reader);
        if (changed != null) {
            DirectoryReader before = reader;
            reader = changed;
            before.close();
        }
        return reader;
    }

    void mergeAll() throws IOException {
        writer.forceMerge(1, false);
    }

    /** Whether merges are in progress or wait for it. */
    boolean isMerging() {
        return writer.isOpen() && (scheduler.mergeThreadCount() > 0 || writer.hasPendingMerges());
    }

    /** What has closed the writer for good, such as a disk that is full while segments are merged. */
    Optional<Throwable> failure() {
        return Optional.ofNullable(writer.getTragicException());
    }

    List<Path> files() throws IOException {
        return List.of(directory.listAll()).stream().map(directory.getDirectory()::resolve).toList();
    }

    /** The settings as Lucene has them, where it can be asked. */
    Values effective(Values given) {
        LiveIndexWriterConfig config = writer.getConfig();
        return given.with(LuceneParams.RAM_BUFFER, Math.round(config.getRAMBufferSizeMB() * MEBIBYTE),
                        SettingOrigin.EFFECTIVE)
                .with(LuceneParams.SEGMENTS_PER_TIER, Math.round(((TieredMergePolicy) config.getMergePolicy())
                        .getSegmentsPerTier()), SettingOrigin.EFFECTIVE)
                .with(LuceneParams.MERGE_THREADS, (long) scheduler.getMaxThreadCount(), SettingOrigin.EFFECTIVE)
                .with(LuceneParams.FILE_ACCESS, directory instanceof MMapDirectory ? LuceneParams.FileAccess.MMAP
                        : LuceneParams.FileAccess.NIO, SettingOrigin.EFFECTIVE);
    }

    /** Ends without waiting for merges. @param keep whether what was added last is written before */
    void close(boolean keep) throws IOException {
        IOUtils.close(reader, () -> {
            if (keep && writer.isOpen()) {
                writer.commit();
            }
        }, writer::rollback, directory);
    }

    /** Lucene's own scheduler of merges. */
    private static final class LuceneMerges extends ConcurrentMergeScheduler {

        /** As many as Lucene adds for its own number of threads. */
        private static final int WAITING = 5;

        /** @param threads at once; 0: as Lucene chooses by the processors */
        LuceneMerges(int threads) {
            if (threads > 0) {
                setMaxMergesAndThreads(threads + WAITING, threads);
            } else {
                setDefaultMaxMergesAndThreads(false);
            }
        }

        /** {@inheritDoc} The writer keeps why, and nothing is to be printed beside that. */
        @Override
        protected void handleMergeException(Throwable failure) {
            // Told by LuceneShard#failure.
        }
    }
}
