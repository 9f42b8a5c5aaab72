package dev.tidemark.driver.solr;

import dev.tidemark.core.data.objects.NestedObject;
import java.util.List;
import org.apache.solr.client.solrj.beans.DocumentObjectBinder;
import org.apache.solr.client.solrj.beans.Field;
import org.apache.solr.common.SolrInputDocument;

/** Objects as SolrJ takes them. */
final class SolrjDocuments {

    private static final DocumentObjectBinder BINDER = new DocumentObjectBinder();

    private SolrjDocuments() {}

    /** A document, made by hand. */
    static SolrInputDocument document(String key, NestedObject object) {
        SolrInputDocument document = new SolrInputDocument();
        document.addField(StyleSchema.KEY, key);
        document.addField(StyleSchema.ID, object.id());
        addTexts(document, object.name(), object.value(), object.attrShort(), object.attrMedium(), object.attrLong());
        label(document, object.innerArray().stream().map(SolrjDocuments::child).toList());
        return document;
    }

    private static SolrInputDocument child(NestedObject.Inner inner) {
        SolrInputDocument document = new SolrInputDocument();
        addTexts(document, inner.name(), inner.value(), inner.attrShort(), inner.attrMedium(), inner.attrLong());
        document.addField("attrInt", inner.attrInt());
        document.addField("attrDouble", inner.attrDouble());
        return document;
    }

    private static void addTexts(SolrInputDocument document, String name, String value, String attrShort,
            String attrMedium, String attrLong) {
        document.addField("name", name);
        document.addField("value", value);
        document.addField("attrShort", attrShort);
        document.addField("attrMedium", attrMedium);
        document.addField("attrLong", attrLong);
    }

    private static void label(SolrInputDocument document, List<SolrInputDocument> children) {
        if (!children.isEmpty()) {
            document.addField(StyleSchema.ARRAY, children);
        }
    }

    /** A bean's document, by SolrJ's binder, whose children have no label until they are given theirs. */
    static SolrInputDocument document(Bean bean) {
        SolrInputDocument document = BINDER.toSolrInputDocument(bean);
        if (document.hasChildDocuments()) {
            List<SolrInputDocument> children = List.copyOf(document.getChildDocuments());
            document.getChildDocuments().clear();
            label(document, children);
        }
        return document;
    }

    /** An object as an application that uses the binder would hold it. */
    static final class Bean {
        @Field
        private final String key;
        @Field
        private final long id;
        @Field
        private final String name;
        @Field
        private final String value;
        @Field
        private final String attrShort;
        @Field
        private final String attrMedium;
        @Field
        private final String attrLong;
        @Field(child = true)
        private final List<BeanInner> innerArray;

        Bean(String key, NestedObject object) {
            this.key = key;
            id = object.id();
            name = object.name();
            value = object.value();
            attrShort = object.attrShort();
            attrMedium = object.attrMedium();
            attrLong = object.attrLong();
            innerArray = object.innerArray().stream().map(BeanInner::new).toList();
        }
    }

    /** An element of its array. */
    static final class BeanInner {
        @Field
        private final String name;
        @Field
        private final String value;
        @Field
        private final String attrShort;
        @Field
        private final String attrMedium;
        @Field
        private final String attrLong;
        @Field
        private final int attrInt;
        @Field
        private final double attrDouble;

        BeanInner(NestedObject.Inner inner) {
            name = inner.name();
            value = inner.value();
            attrShort = inner.attrShort();
            attrMedium = inner.attrMedium();
            attrLong = inner.attrLong();
            attrInt = inner.attrInt();
            attrDouble = inner.attrDouble();
        }
    }
}
