package dev.tidemark.cli.support;

/** The program itself, as far as its commands need it. */
public interface RootCommand {

    /** The common options, wherever on the command line they stood. */
    CommonOptions common();
}
