/**
 * What core promises of drivers, as tests that each driver's module runs against its own engine by extending them. Not
 * part of the program.
 */
package dev.tidemark.driver.contract;
