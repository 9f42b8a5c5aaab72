package dev.tidemark.cli;

/** The program itself, as far as its commands need it. */
interface RootCommand {

    /** The common options, wherever on the command line they stood. */
    CommonOptions common();
}
