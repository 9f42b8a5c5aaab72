/** What takes long and is done on the server while the pages go on. */
package dev.tidemark.web.work;
