package com.marklogic.xcc;

public class RequestOptions {

    public void setTimeoutMillis(int millis) {}

    public void setMaxAutoRetry(int times) {}
}
