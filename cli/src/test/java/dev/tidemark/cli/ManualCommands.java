package dev.tidemark.cli;

import module java.base;
import dev.tidemark.cli.ManualPage.Block;
import dev.tidemark.testing.Effort;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Carries out the commands of the manual's pages: of about one in thirty-two, drawn by the day, and where more is tried
 * than is quick those of the first steps and of one in six of the rest; of the others {@link ManualTest} holds that they
 * can be planned. Two classes take every other page, so that two processes can run at a time.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ManualCommands {

    private static final Path FIRST = Path.of("docs/getting-started.md");
    private static final int ONE_IN = 32;
    private static final int ONE_IN_OF_THE_REST = 6;

    private final int half;

    /** @param half 0 for the first page that is drawn, the third and so on, 1 for the others */
    ManualCommands(int half) {
        this.half = half;
    }

    /** A command of a page. */
    interface Carrier {
        void carryOut(Shell shell, String place, String command) throws IOException;
    }

    private static List<ManualPage> all() {
        return ManualPage.all().stream().filter(p -> p.blocks().stream().anyMatch(Block::isRun)).toList();
    }

    private static List<ManualPage> drawn() {
        List<ManualPage> drawn = Effort.oneIn(ONE_IN, all(), ManualCommands.class);
        return all().stream().filter(p -> drawn.contains(p) || Effort.thorough() && p.path().equals(FIRST)).toList();
    }

    /** Pages that are not drawn today. */
    static List<ManualPage> left() {
        List<ManualPage> left = new ArrayList<>(all());
        left.removeAll(drawn());
        return left;
    }

    List<ManualPage> mine() {
        return halfOf(drawn());
    }

    List<ManualPage> mineOfTheRest() {
        return halfOf(Effort.oneIn(ONE_IN_OF_THE_REST, left(), ManualPage.class));
    }

    private List<ManualPage> halfOf(List<ManualPage> pages) {
        return IntStream.range(0, pages.size()).filter(i -> i % 2 == half).mapToObj(pages::get).toList();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("mine")
    @Execution(ExecutionMode.CONCURRENT)
    void commandsDoWhatThePageSays(ManualPage page, @TempDir Path folder) throws Exception {
        onPage(page, folder, Shell::run);
    }

    @Thorough("they measure; ManualTest.commandsCanBePlanned plans them")
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("mineOfTheRest")
    @Execution(ExecutionMode.CONCURRENT)
    void commandsOfTheRestDo(ManualPage page, @TempDir Path folder) throws Exception {
        onPage(page, folder, Shell::run);
    }

    static void onPage(ManualPage page, Path folder, Carrier carrier) throws Exception {
        try (Shell shell = new Shell(folder)) {
            for (Block block : page.blocks()) {
                if (!block.fileName().isEmpty()) {
                    shell.write(block.fileName(), block.fileText());
                } else if (block.isRun()) {
                    for (String command : block.commands()) {
                        carrier.carryOut(shell, page + ":" + block.line(), command);
                    }
                }
            }
        }
    }
}
