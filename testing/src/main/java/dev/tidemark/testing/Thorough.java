package dev.tidemark.testing;

import module java.base;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test that {@code mvn verify} leaves out, as it takes long and a quicker one holds the greater part of it; {@code
 * .ci/run} gives {@code -Dthorough} and runs it on about every fourth day, drawn by the seed of the day.
 */
@Tag("thorough")
@ExtendWith(Thorough.Drawn.class)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Thorough {
    /** Why it is slow, and which quicker test holds most of it. */
    String value();

    /** Whether it is its day. */
    final class Drawn implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return AnnotationSupport.findAnnotation(context.getElement(), Thorough.class)
                    .filter(_ -> !Effort.isDay(1, 4, context.getUniqueId()))
                    .map(thorough -> ConditionEvaluationResult.disabled("not today: " + thorough.value()))
                    .orElseGet(() -> ConditionEvaluationResult.enabled("today"));
        }
    }
}
