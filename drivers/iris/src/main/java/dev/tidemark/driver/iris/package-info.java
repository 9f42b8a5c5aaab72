/** InterSystems IRIS, by its client's native API: globals, and tables for the styles of an API. */
package dev.tidemark.driver.iris;
