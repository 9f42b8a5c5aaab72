package dev.tidemark.driver.lucene;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.IndexSearcher;

/** What documents are called by a field of theirs: its first doc value where it has any, else what is stored. */
record DocumentIds(String field) {

    /** @throws DriverException when the document has none, so that nothing tells it from others */
    String of(IndexSearcher searcher, int document) throws IOException, DriverException {
        List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
        LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(document, leaves));
        FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(field);
        String id = info == null ? "" : value(leaf.reader(), info, document - leaf.docBase);
        if (id.isEmpty()) {
            throw new DriverException(LuceneParams.ID_FIELD.name() + ": document " + document + " has no value of '"
                    + field + "' that can be read: none is stored, and none is a doc value");
        }
        return id;
    }

    private String value(LeafReader reader, FieldInfo info, int document) throws IOException {
        return switch (info.getDocValuesType()) {
            case SORTED, SORTED_SET -> {
                SortedSetDocValues values = DocValues.getSortedSet(reader, field);
                yield values.advanceExact(document) ? values.lookupOrd(values.nextOrd()).utf8ToString() : "";
            }
            case NUMERIC, SORTED_NUMERIC -> {
                SortedNumericDocValues values = DocValues.getSortedNumeric(reader, field);
                yield values.advanceExact(document) ? Long.toString(values.nextValue()) : "";
            }
            case BINARY -> {
                BinaryDocValues values = DocValues.getBinary(reader, field);
                yield values.advanceExact(document) ? values.binaryValue().toString() : "";
            }
            case NONE -> stored(reader.storedFields().document(document, Set.of(field)));
        };
    }

    private String stored(Document document) {
        return document.getField(field) == null ? "" : document.get(field) != null ? document.get(field)
                : document.getBinaryValue(field).toString();
    }
}
