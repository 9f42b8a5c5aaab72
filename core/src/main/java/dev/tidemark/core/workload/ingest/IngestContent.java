package dev.tidemark.core.workload.ingest;

import module java.base;
import dev.tidemark.core.data.BinaryDocuments;
import dev.tidemark.core.data.Corpus;
import dev.tidemark.core.data.DirectoryDocuments;
import dev.tidemark.core.data.DocumentSource;
import dev.tidemark.core.data.Manifest;
import dev.tidemark.core.data.TextDocuments;
import dev.tidemark.core.data.UriOrder;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.Arrivals;

/** Where the documents come from. */
sealed interface IngestContent {

    /** A worker's own view of the documents. */
    DocumentSource documents();

    /** Whether making the content is a timed step: reading a file is, generating is not. */
    boolean readIsStep();

    /** Mean size of a document in bytes. */
    double meanBytes();

    /** The amount that can be had from here. @throws InvalidInputException when there is not enough */
    IngestLimit bound(Values values, IngestLimit requested);

    static IngestContent of(Values values, long seed) {
        return switch (values.get(IngestParams.SOURCE)) {
            case GENERATE -> generated(values, seed);
            case DIRECTORY -> new Files(Manifest.of(values.get(IngestParams.SOURCE_DIRECTORY),
                    values.get(IngestParams.RECURSIVE)), values.get(IngestParams.WRAP));
        };
    }

    private static IngestContent generated(Values values, long seed) {
        long payload = values.get(IngestParams.PAYLOAD);
        UriOrder order = values.get(IngestParams.URI_ORDER);
        return switch (values.get(IngestParams.CONTENT)) {
            case TEXT -> {
                Corpus source = values.find(IngestParams.SOURCE_TEXT).map(Corpus::of)
                        .orElseGet(Corpus::own);
                yield new Generated(() -> new TextDocuments(source, seed, payload, order), payload);
            }
            case BINARY -> {
                double compressedShare = 1 / values.get(IngestParams.COMPRESSIBILITY);
                yield new Generated(() -> new BinaryDocuments(seed, payload, compressedShare, order), payload);
            }
        };
    }

    /** Documents made from seed and number; there is no end of them. */
    record Generated(Supplier<DocumentSource> factory, double meanBytes) implements IngestContent {

        @Override
        public DocumentSource documents() {
            return factory.get();
        }

        @Override
        public boolean readIsStep() {
            return false;
        }

        @Override
        public IngestLimit bound(Values values, IngestLimit requested) {
            return requested;
        }
    }

    /** The files of a folder: every one once, or, wrapped, again and again. */
    record Files(Manifest manifest, boolean wrap) implements IngestContent {

        @Override
        public DocumentSource documents() {
            return wrap ? new DirectoryDocuments(manifest, Limit.UNLIMITED) : new DirectoryDocuments(manifest);
        }

        @Override
        public boolean readIsStep() {
            return true;
        }

        @Override
        public double meanBytes() {
            return (double) manifest.totalBytes() / manifest.files();
        }

        @Override
        public IngestLimit bound(Values values, IngestLimit requested) {
            if (wrap) {
                return requested;
            }
            boolean tooMany = requested.bounded() && requested.documents() > manifest.files();
            if (tooMany && isExplicit(values)) {
                Path folder = values.get(IngestParams.SOURCE_DIRECTORY);
                throw new InvalidInputException("documents: " + folder + " holds " + manifest.files()
                        + " files, fewer than the "
                        + requested.documents() + " wanted; set wrap to take them again and again");
            }
            return tooMany || !requested.bounded() ? new IngestLimit(manifest.files(), requested.time()) : requested;
        }

        /** Whether the experiment itself, rather than a preset or a stored default, says how many. */
        private static boolean isExplicit(Values values) {
            Param<?> said = values.find(IngestParams.DOCUMENTS).isPresent() ? IngestParams.DOCUMENTS
                    : Arrivals.scheduled(values) ? Arrivals.ARRIVALS : IngestParams.DURATION;
            return values.origin(said).isExplicit();
        }
    }
}
