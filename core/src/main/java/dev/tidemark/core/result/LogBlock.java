package dev.tidemark.core.result;

/**
 * Operations of a phase that were logged one by one, many together; {@code core.measure} has their form.
 *
 * @param phase     index of the phase
 * @param generator number of the runner that logged them; 0 for a single one
 * @param seq       position among that runner's blocks of the phase, from 0
 * @param rows      how many operations there are
 * @param columns   the operations
 */
public record LogBlock(int phase, int generator, int seq, int rows, byte[] columns) {}
