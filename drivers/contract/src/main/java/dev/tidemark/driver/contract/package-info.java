/**
 * What core promises of drivers and of rigs, as tests that each module runs against its own engine or server by
 * extending them, and servers that the tests of a module share. Not part of the program.
 */
package dev.tidemark.driver.contract;
