package dev.tidemark.store.results;

/**
 * The part of a study that varies one param.
 *
 * @param label the study's label
 * @param param the param's name
 */
public record StudySection(String label, String param) {}
