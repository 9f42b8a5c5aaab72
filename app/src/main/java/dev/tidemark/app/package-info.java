/**
 * What a person can ask for, once, for the command line and the web alike: plan an experiment, run it, resume or stop
 * it, export what it stored. Knows the store and the runners, and neither terminal nor page.
 */
package dev.tidemark.app;
