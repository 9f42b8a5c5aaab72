/**
 * Asking for jobs and looking after the queue. The form of a new job is made from the declarations of workload, driver
 * and run alone: a new one of these has its form without a line here.
 */
package dev.tidemark.web.jobs;
