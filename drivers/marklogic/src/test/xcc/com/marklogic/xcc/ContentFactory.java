package com.marklogic.xcc;

import com.fasterxml.jackson.databind.JsonNode;

public class ContentFactory {

    public static Content newJsonContent(String uri, JsonNode tree, ContentCreateOptions options) {
        return new Content(uri, tree.toString());
    }

    public static Content newContent(String uri, String text, ContentCreateOptions options) {
        return new Content(uri, text);
    }
}
