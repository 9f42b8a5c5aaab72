package dev.tidemark.driver.lucene;

import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.param.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.util.Version;

/** An index in a folder, open for writing. Thread-safe. */
final class LuceneShard implements AutoCloseable {

    private final FSDirectory directory;
    private final LuceneMerges scheduler;
    private final IndexWriter writer;

    private LuceneShard(FSDirectory directory, LuceneMerges scheduler, IndexWriter writer) {
        this.directory = directory;
        this.scheduler = scheduler;
        this.writer = writer;
    }

    /** Uses Lucene's classes. */
    static void loadEngine() {
        Version.LATEST.toString();
    }

    /** Opens the index of a folder, or makes one. @param merges counts merges @param bytes counts what they write */
    static LuceneShard open(Path folder, Values values, AtomicLong merges, AtomicLong bytes) throws IOException {
        FSDirectory directory = switch (values.get(LuceneParams.FILE_ACCESS)) {
            case MMAP -> new MMapDirectory(folder);
            case NIO -> new NIOFSDirectory(folder);
        };
        LuceneMerges scheduler = new LuceneMerges(merges, bytes);
        try {
            TieredMergePolicy policy = new TieredMergePolicy();
            policy.setSegmentsPerTier(values.get(LuceneParams.SEGMENTS_PER_TIER));
            IndexWriterConfig config = new IndexWriterConfig(new WhitespaceAnalyzer())
                    .setRAMBufferSizeMB(values.get(LuceneParams.RAM_BUFFER) / (double) (1 << 20))
                    .setCodec(new LuceneCodec(values)).setMergeScheduler(scheduler).setMergePolicy(policy);
            IndexWriter writer = new IndexWriter(directory, config);
            writer.commit(); // so that there is something to read
            return new LuceneShard(directory, scheduler, writer);
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    void add(List<SearchDocument> documents) throws IOException {
        for (SearchDocument document : documents) {
            writer.updateDocument(LuceneFields.id(document.number()), LuceneFields.of(document));
        }
    }

    void commit() throws IOException {
        writer.commit();
    }

    DirectoryReader reader() throws IOException {
        return DirectoryReader.open(directory);
    }

    void mergeAll() throws IOException {
        writer.forceMerge(1, false);
    }

    /** Whether merges are in progress or wait for it. */
    boolean isMerging() {
        return scheduler.mergeThreadCount() > 0 || writer.hasPendingMerges();
    }

    /** Files of the index as it was committed last. */
    List<Path> files() throws IOException {
        return List.of(directory.listAll()).stream().map(directory.getDirectory()::resolve).toList();
    }

    /** Ends without what was not committed, and without waiting for merges. */
    void rollBack() throws IOException {
        writer.rollback();
        directory.close();
    }

    @Override
    public void close() throws IOException {
        writer.close();
        directory.close();
    }
}
