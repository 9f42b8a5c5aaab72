package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.data.search.VectorDistance;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;

/** The configuration of an index: its fields, and its caches. */
record ConfigSet(Values values) {

    static final String CONFIGURATION = "solrconfig.xml";
    static final String TEXT = "text";
    static final String BUCKET = "bucket";
    static final String VECTOR = "vector";

    private static final String SCHEMA = """
            <?xml version="1.0" encoding="UTF-8"?>
            <schema name="tidemark" version="1.7">
              <uniqueKey>id</uniqueKey>
              <fieldType name="id" class="solr.StrField"/>
              <fieldType name="version" class="solr.LongPointField" docValues="true"/>
              <fieldType name="bucket" class="solr.IntPointField" docValues="false"/>
              <fieldType name="words" class="solr.TextField">
                <analyzer><tokenizer name="whitespace"/></analyzer>
              </fieldType>
              <field name="id" type="id" indexed="true" stored="true" required="true"/>
              <field name="_version_" type="version" indexed="false" stored="false"/>
              <field name="text" type="words" indexed="true" stored="%s"/>
              <field name="bucket" type="bucket" indexed="true" stored="false"/>
            %s</schema>
            """;
    /** Vectors of length 1, as those are that are compared by their cosine, have it as their product. */
    private static final String VECTORS = """
              <fieldType name="vector" class="solr.DenseVectorField" vectorDimension="%d" knnAlgorithm="hnsw"
                  similarityFunction="%s" hnswMaxConnections="%d" hnswBeamWidth="%d"/>
              <field name="vector" type="vector" indexed="true" stored="false"/>
            """;
    /**
     * Documents are found after a commit, and no sooner. What a field type says of its vectors is heeded by the codec of
     * the schema only, which not every version has by itself.
     */
    private static final String SETTINGS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <config>
              <luceneMatchVersion>LATEST</luceneMatchVersion>
              <directoryFactory name="DirectoryFactory" class="solr.NRTCachingDirectoryFactory"/>
              <schemaFactory class="ClassicIndexSchemaFactory"/>
              <codecFactory class="solr.SchemaCodecFactory"/>
              <indexConfig>
                <lockType>native</lockType>
                <metrics><bool name="mergeDetails">true</bool></metrics>
              </indexConfig>
              <updateHandler class="solr.DirectUpdateHandler2">
                <updateLog/>
                <autoCommit><maxTime>15000</maxTime><openSearcher>false</openSearcher></autoCommit>
              </updateHandler>
              <query>
                <maxBooleanClauses>1024</maxBooleanClauses>
            %s    <enableLazyFieldLoading>true</enableLazyFieldLoading>
                <queryResultWindowSize>%d</queryResultWindowSize>
                <queryResultMaxDocsCached>%d</queryResultMaxDocsCached>
                <useColdSearcher>true</useColdSearcher>
              </query>
              <requestHandler name="/select" class="solr.SearchHandler"/>
            </config>
            """;
    /** Of an answer with more hits none are kept; Solr's own default, or what a larger window needs. */
    private static final long LARGEST_KEPT = 200;

    /** All of it for documents that are searched, as Solr takes it. @param dimension of the vectors; 0 for none */
    byte[] forSearches(int dimension) throws IOException {
        String vectors = dimension == 0 ? "" : String.format(Locale.ROOT, VECTORS, dimension,
                values.get(SearchParams.DISTANCE) == VectorDistance.L2 ? "euclidean" : "dot_product",
                values.get(SearchParams.HNSW_M), values.get(SearchParams.HNSW_EF_CONSTRUCTION));
        return zipped(String.format(Locale.ROOT, SCHEMA, values.get(SolrParams.STORE_TEXT), vectors));
    }

    /** All of it for the documents that styles store. */
    byte[] forStyles() throws IOException {
        return zipped(StyleSchema.TEXT);
    }

    private byte[] zipped(String schema) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : Map.of("schema.xml", schema.getBytes(StandardCharsets.UTF_8),
                    CONFIGURATION, configuration()).entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return bytes.toByteArray();
    }

    /** The file with the caches. */
    byte[] configuration() {
        long window = values.get(SolrParams.RESULT_WINDOW);
        String caches = cache("filterCache", SolrParams.FILTER_CACHE) + cache("queryResultCache",
                SolrParams.RESULT_CACHE) + cache("documentCache", SolrParams.DOCUMENT_CACHE);
        return String.format(Locale.ROOT, SETTINGS, caches, window, Math.max(LARGEST_KEPT, window))
                .getBytes(StandardCharsets.UTF_8);
    }

    private String cache(String name, Param<Long> size) {
        long entries = values.get(size);
        return entries == 0 ? "" : String.format(Locale.ROOT,
                "    <%s size=\"%d\" initialSize=\"%d\" autowarmCount=\"0\"/>\n", name, entries,
                Math.min(entries, 512));
    }
}
