/**
 * MarkLogic Server through its Java client: the REST API for documents, and the Management API for the database that a
 * target makes, and for the settings of the server that it changes and puts back.
 */
package dev.tidemark.driver.marklogic;
