package dev.tidemark.driver.lucene;

import module java.base;
import dev.tidemark.driver.contract.TwoSidesContract;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.BeforeEach;

/**
 * The faulty folder was written with an analyser that keeps capitals, lacks some documents, and has a field with many
 * more terms.
 */
class ExistingIndexSidesTest extends TwoSidesContract {

    private static final int DOCUMENTS = 2000;

    @Override
    protected String driver() {
        return "lucene";
    }

    @Override
    protected String settings() {
        return "id-field: id, default-field: body, ";
    }

    @Override
    protected Sides sides() {
        return new Sides(folder.resolve("base").toString(), folder.resolve("base/.").toString(),
                folder.resolve("copy").toString(), folder.resolve("faulty").toString());
    }

    @Override
    protected Requests requests() {
        return new Requests(IntStream.range(0, 20).mapToObj(n -> "number" + n).toList(),
                IntStream.range(0, 5).mapToObj(n -> "tags:/t[0-9]*x" + n + "/").toList(),
                Stream.concat(IntStream.range(0, 4).mapToObj(n -> "sea" + n), IntStream.range(0, 3).mapToObj(n ->
                        "lost" + n)).toList());
    }

    @Override
    protected String reportText(String line) {
        return line;
    }

    @BeforeEach
    void write() throws IOException {
        write("base", new StandardAnalyzer(), DOCUMENTS, 1);
        Files.createDirectory(folder.resolve("copy"));
        try (Stream<Path> files = Files.list(folder.resolve("base"))) {
            for (Path file : files.toList()) {
                Files.copy(file, folder.resolve("copy").resolve(file.getFileName()));
            }
        }
        write("faulty", new WhitespaceAnalyzer(), DOCUMENTS - 20, 200);
    }

    private void write(String name, Analyzer analyzer, int documents, int tags) throws IOException {
        try (IndexWriter writer = new IndexWriter(FSDirectory.open(folder.resolve(name)),
                new IndexWriterConfig(analyzer))) {
            for (int i = 0; i < documents; i++) {
                Document document = new Document();
                int n = i;
                document.add(new StringField("id", "book-" + n, Field.Store.YES));
                String rest = n < DOCUMENTS - 60 ? " number" + n % 20 : " lost" + n % 3;
                document.add(new TextField("body", "Sea" + n % 4 + rest, Field.Store.NO));
                document.add(new TextField("tags", IntStream.range(0, tags).mapToObj(tag -> "t" + (n * tags + tag))
                        .collect(Collectors.joining(" ")), Field.Store.NO));
                writer.addDocument(document);
            }
            writer.forceMerge(1);
        }
    }
}
