/**
 * What every page of the web application stands on: the route table with who may use each route, the gate that enforces
 * it, forms with their tokens, links, assets, templates. Knows no page.
 */
package dev.tidemark.web.http;
