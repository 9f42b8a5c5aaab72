package dev.tidemark.cli;

/** Carries out the commands of the pages between those of {@link ManualCommandsTest}. */
class OtherManualCommandsTest extends ManualCommands {
    OtherManualCommandsTest() {
        super(1);
    }
}
