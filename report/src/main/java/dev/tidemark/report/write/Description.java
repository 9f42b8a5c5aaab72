package dev.tidemark.report.write;

import module java.base;

/** What a member of a JSON document, or all of it, is: a phrase for who reads the OpenAPI document. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE})
public @interface Description {
    String value();
}
