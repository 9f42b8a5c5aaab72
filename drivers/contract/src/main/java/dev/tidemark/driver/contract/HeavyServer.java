package dev.tidemark.driver.contract;

import module java.base;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Tests with a server that takes much to fetch or to start. They run with {@code -Drigs}, as {@code .ci/run} builds,
 * and are left out otherwise.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@EnabledIfSystemProperty(named = "rigs", matches = ".*")
public @interface HeavyServer {}
