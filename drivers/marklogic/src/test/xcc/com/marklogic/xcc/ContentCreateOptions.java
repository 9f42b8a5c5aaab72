package com.marklogic.xcc;

public class ContentCreateOptions {

    public static ContentCreateOptions newJsonInstance() {
        return new ContentCreateOptions();
    }
}
