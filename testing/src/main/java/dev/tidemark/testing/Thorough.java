package dev.tidemark.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test that {@code mvn verify} leaves out, as it takes long and a quicker one holds the greater part of it; {@code
 * .ci/run} gives {@code -Dthorough} and runs it.
 */
@Tag("thorough")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Thorough {
    /** Why it is slow, and which quicker test holds most of it. */
    String value();
}
