package dev.tidemark.core.driver.trial;

/** How something that was tried turned out. */
public enum TrialResult {
    /** It was done, and every answer was right. */
    WORKS,
    /** The target, or its driver, said no. */
    REFUSED,
    /** An answer was wrong, or none came. */
    BROKEN,
    /** The driver does not offer it, or not with these settings, or the target lacks a part that it takes. */
    NOT_OFFERED,
    /** What it needs did not work, nothing may be written there, or it was stopped before. */
    NOT_TRIED
}
