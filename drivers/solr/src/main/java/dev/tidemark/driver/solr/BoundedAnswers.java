package dev.tidemark.driver.solr;

import dev.tidemark.core.driver.remote.Failure;
import java.io.IOException;
import org.apache.solr.client.solrj.impl.BinaryResponseParser;
import org.apache.solr.common.util.DataInputInputStream;
import org.apache.solr.common.util.JavaBinCodec;

/** SolrJ's answers, no larger and no deeper than they may be: it takes memory for whatever size it is told. */
final class BoundedAnswers extends BinaryResponseParser {

    private static final int DEEPEST = 64;

    @Override
    protected JavaBinCodec createCodec() {
        return new Codec();
    }

    private static final class Codec extends JavaBinCodec {
        private int depth;

        /** Of elements each is more in memory than on its way. */
        private static final int MOST_ELEMENTS = Failure.MOST_BYTES >> 4;

        private static int bounded(int size, int most, String of) throws IOException {
            if (size < 0 || size > most) {
                throw new IOException("it answers with " + of + " of more than " + most);
            }
            return size;
        }

        @Override
        public int readSize(DataInputInputStream in) throws IOException {
            return bounded(super.readSize(in), MOST_ELEMENTS, "a size");
        }

        @Override
        public byte[] readByteArray(DataInputInputStream in) throws IOException {
            byte[] bytes = new byte[bounded(readVInt(in), Failure.MOST_BYTES, "bytes")];
            in.readFully(bytes);
            return bytes;
        }

        @Override
        public Object readVal(DataInputInputStream in) throws IOException {
            if (depth == DEEPEST) {
                throw new IOException("an answer of lists in lists in lists");
            }
            depth++;
            try {
                return super.readVal(in);
            } finally {
                depth--;
            }
        }
    }
}
