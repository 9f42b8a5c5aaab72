package dev.tidemark.driver.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
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
