/**
 * Carrying out iterations: the contracts, and what a coordinator and its runners say to each other. What a runner does
 * is in {@code iteration}, {@code background} and {@code runner}; who directs it in {@code coordinator}; how they
 * reach each other in {@code link}.
 */
package dev.tidemark.core.run;
