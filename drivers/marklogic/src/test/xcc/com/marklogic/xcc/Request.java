package com.marklogic.xcc;

import module java.base;
import com.marklogic.xcc.types.ValueType;

public class Request {

    final String query;
    final Map<String, String[]> variables = new HashMap<>();

    Request(String query) {
        this.query = query;
    }

    public Object setNewVariable(String name, ValueType type, Object value) {
        variables.put(name, new String[] {type.name(), value.toString()});
        return null;
    }
}
