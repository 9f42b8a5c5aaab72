package dev.tidemark.core.plan;

/** A search as it was asked for. */
public sealed interface SearchSpec permits RampSpec, RateSpec {

    /** Name of the setting whose values are tried. */
    String param();

    /** The value at which it begins, as text. */
    String first();

    /** What one is called, as in {@code ramp}. */
    String noun();
}
