/**
 * Tries what a driver offers on a target, in a place of its own there, with every answer checked: what
 * {@code tidemark doctor} does for users, and what every driver passes in the build. Nothing of the target's own data
 * is read or changed, and what was made is removed.
 */
package dev.tidemark.core.driver.trial;
