package io.kintsugi.examples.console;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** The tests of a class are chapters: what follows one that failed is not told, since it would only wait in vain. */
final class OneStory implements ExecutionCondition, TestExecutionExceptionHandler {
    private boolean failed;

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return failed
                ? ConditionEvaluationResult.disabled("a chapter before this one failed")
                : ConditionEvaluationResult.enabled("");
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        failed = true;
        throw failure;
    }
}
