/** People with accounts, and the tokens of programs. */
package dev.tidemark.store.accounts;
