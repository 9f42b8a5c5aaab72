package dev.tidemark.testing;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Says beside every failure how to draw the same again. Found by the platform's launcher. */
public final class SeedReporter implements TestExecutionListener {
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            System.err.println(test.getDisplayName() + " failed; the same draws again: -Dtests.seed=" + Effort.seed());
        }
    }
}
