package dev.tidemark.testing;

import module java.base;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Tests that {@code mvn verify} runs on about one of {@link #days} days, drawn by the seed of the day, as others hold
 * the greater part of them; {@code -Dthorough}, which {@code .ci/run} gives, on {@link Effort#times} as many.
 */
@ExtendWith(ByTurns.Drawn.class)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface ByTurns {
    int days();

    /**
     * Which other tests hold most of it and are run every time: {@code AClassTest}, or {@code AClassTest.aMethod}.
     */
    String[] heldBy();

    /** Whether it is their day. */
    final class Drawn implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return context.getElement().flatMap(Drawn::turns)
                    .filter(turns -> !Effort.isDay(Effort.times(), turns.days(), context.getUniqueId()))
                    .map(turns -> ConditionEvaluationResult.disabled("not today; held by: "
                            + String.join(", ", turns.heldBy())))
                    .orElseGet(() -> ConditionEvaluationResult.enabled("today"));
        }

        private static Optional<ByTurns> turns(AnnotatedElement element) {
            return AnnotationSupport.findAnnotation(element, ByTurns.class);
        }
    }
}
