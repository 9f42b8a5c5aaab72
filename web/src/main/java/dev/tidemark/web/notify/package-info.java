/** Telling people elsewhere that a job is over: by a webhook and by mail. */
package dev.tidemark.web.notify;
