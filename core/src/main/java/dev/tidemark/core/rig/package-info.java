/**
 * What a rig declares: a real server that Tidemark can start on this machine, where it is published, how it is set up
 * and started, how one tells that it answers, and how a target reaches it. Fetching, processes and files of state are
 * not a rig's business: they are the same for all, and done by whoever starts it.
 */
package dev.tidemark.core.rig;
