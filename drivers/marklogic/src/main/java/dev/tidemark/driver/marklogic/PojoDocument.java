package dev.tidemark.driver.marklogic;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.marklogic.client.pojo.annotation.Id;
import dev.tidemark.core.data.objects.NestedObject;

/**
 * An object of an application that the client's repository stores under its id. It is no record, since the repository
 * tells the type of an object in its JSON unless its class is final.
 */
public class PojoDocument {

    public final long id;
    public final String name;
    public final String value;
    public final String attrShort;
    public final String attrMedium;
    public final String attrLong;
    public final NestedObject.Inner[] innerArray;
    private final String key;

    PojoDocument(String place, NestedObject object) {
        key = key(place, object.id());
        id = object.id();
        name = object.name();
        value = object.value();
        attrShort = object.attrShort();
        attrMedium = object.attrMedium();
        attrLong = object.attrLong();
        innerArray = object.innerArray().toArray(NestedObject.Inner[]::new);
    }

    /** Where the repository stores an object of a place. */
    static String uri(String place, long id) {
        return PojoDocument.class.getName() + "/" + key(place, id) + ".json";
    }

    private static String key(String place, long id) {
        return place + "-" + id;
    }

    /** Unlike that of every other object of any place. */
    @Id
    @JsonIgnore
    public String getKey() {
        return key;
    }
}
