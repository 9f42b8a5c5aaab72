package com.marklogic.xcc;

/** Takes the place of XCC's, as the rest of this folder does: only the shape of its interface is like XCC's. */
public record Content(String uri, String json) {}
