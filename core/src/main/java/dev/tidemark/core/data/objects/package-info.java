/**
 * Documents as programs hold them: an object of a few members and an array of inner ones, also as a JSON tree and as
 * JSON text. Each is a function of a seed and its number.
 */
package dev.tidemark.core.data.objects;
