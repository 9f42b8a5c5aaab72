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

        private static int bounded(int size) throws IOException {
            if (size < 0 || size > Failure.MOST_BYTES >> 4) { // each is more in memory than on its way
                throw Failure.tooLarge();
            }
            return size;
        }

        @Override
        public int readSize(DataInputInputStream in) throws IOException {
            return bounded(super.readSize(in));
        }

        @Override
        public byte[] readByteArray(DataInputInputStream in) throws IOException {
            byte[] bytes = new byte[bounded(readVInt(in))];
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
