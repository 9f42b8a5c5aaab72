/** What drivers of several engines share; no part of the contract. */
package dev.tidemark.core.driver.support;
