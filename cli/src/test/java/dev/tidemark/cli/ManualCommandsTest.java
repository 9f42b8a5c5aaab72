package dev.tidemark.cli;

/** Carries out the commands of the first page that is drawn, the third and so on. */
class ManualCommandsTest extends ManualCommands {
    ManualCommandsTest() {
        super(0);
    }
}
