package dev.tidemark.driver.solr;

/**
 * The fields of the documents that styles store. The elements of an object's array are child documents under its name,
 * each found by itself, whose keys Solr makes from the object's.
 */
final class StyleSchema {

    /** Unlike that of any other document, in whatever place; the only field that is not of the object. */
    static final String KEY = "key";
    static final String ID = "id";
    static final String ARRAY = "innerArray";

    static final String TEXT = """
            <?xml version="1.0" encoding="UTF-8"?>
            <schema name="tidemark-styles" version="1.7">
              <uniqueKey>key</uniqueKey>
              <fieldType name="string" class="solr.StrField" docValues="false"/>
              <fieldType name="int" class="solr.IntPointField" docValues="false"/>
              <fieldType name="long" class="solr.LongPointField" docValues="false"/>
              <fieldType name="double" class="solr.DoublePointField" docValues="false"/>
              <fieldType name="version" class="solr.LongPointField" docValues="true"/>
              <fieldType name="path" class="solr.NestPathField"/>
              <fieldType name="words" class="solr.TextField">
                <analyzer><tokenizer name="standard"/><filter name="lowercase"/></analyzer>
              </fieldType>
              <field name="key" type="string" indexed="true" stored="true" required="true"/>
              <field name="_root_" type="string" indexed="true" stored="false"/>
              <field name="_nest_path_" type="path"/>
              <field name="_version_" type="version" indexed="false" stored="false"/>
              <field name="id" type="long" indexed="true" stored="true"/>
              <field name="name" type="string" indexed="true" stored="true"/>
              <field name="value" type="words" indexed="true" stored="true"/>
              <field name="attrShort" type="string" indexed="true" stored="true"/>
              <field name="attrMedium" type="string" indexed="true" stored="true"/>
              <field name="attrLong" type="words" indexed="true" stored="true"/>
              <field name="attrInt" type="int" indexed="true" stored="true"/>
              <field name="attrDouble" type="double" indexed="true" stored="true"/>
            </schema>
            """;

    private StyleSchema() {}
}
