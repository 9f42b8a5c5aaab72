package dev.tidemark.testing;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyAttributes;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Lets each property draw by the run's seed. Left to itself jqwik draws anew each time, so that a change would fail for
 * a fault that it did not make, and no run could be repeated. Found by jqwik as a service.
 */
public final class SeedOfProperties implements AroundPropertyHook {
    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        PropertyAttributes attributes = context.attributes();
        if (attributes.seed().isEmpty()) {
            attributes.setSeed(Long.toString(Effort.seed(context.targetMethod().toString())));
        }
        return property.execute();
    }
}
