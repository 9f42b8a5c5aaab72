/** Fields of forms, made from declared settings, so that a setting is offered wherever it is declared and no more. */
package dev.tidemark.web.fields;
