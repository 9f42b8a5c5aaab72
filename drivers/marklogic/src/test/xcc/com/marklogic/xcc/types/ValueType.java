package com.marklogic.xcc.types;

public record ValueType(String name) {

    public static final ValueType XS_STRING = new ValueType("XS_STRING");
    public static final ValueType OBJECT_NODE = new ValueType("OBJECT_NODE");
    public static final ValueType ARRAY_NODE = new ValueType("ARRAY_NODE");
}
