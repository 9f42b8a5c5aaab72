/**
 * The HTTP interface for programs, in JSON: the same things as the pages, asked of the same classes. An
 * {@link dev.tidemark.web.api.spec.Operation} declares its address, who may use it, what comes in and what goes out,
 * beside the handler that carries it out; the route table and the OpenAPI document both follow from that, and nothing
 * else says what there is. What comes in and goes out are records: {@link dev.tidemark.web.api.spec.Schemas} tells
 * their JSON Schema, {@link dev.tidemark.web.api.spec.RecordJson} reads and writes them.
 */
package dev.tidemark.web.api;
