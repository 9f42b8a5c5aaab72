/** What commands share: common options, flags, errors, progress and tables. */
package dev.tidemark.cli.support;
