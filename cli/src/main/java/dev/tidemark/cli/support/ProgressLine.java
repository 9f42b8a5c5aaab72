package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.app.run.PendingIteration;
import dev.tidemark.app.run.PlanProgress;
import dev.tidemark.app.run.RunListener;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.FindingText;

/**
 * One line about the whole plan on standard error: replaced in place on a terminal, a plain line every ten seconds
 * elsewhere. Also passes on what runs say, each sentence once, and why they failed, once for all that failed in a row
 * for one reason, as they do when the target is not there.
 */
public final class ProgressLine implements RunListener {

    private static final long PLAIN_EVERY = TimeUnit.SECONDS.toNanos(10);
    private static final int BAR = 12;
    /** Less of a point's words says nothing. */
    private static final int SHORTEST = 8;

    private final CommandContext commandContext;
    private final Clock clock;
    private final String unit;
    private final boolean showFindings;
    private final Set<String> printed = new LinkedHashSet<>();
    private List<PendingIteration> expected = List.of();
    private PlanProgress progress;
    private int finishedBefore;
    private int searches;
    private int search;
    private String noun = "ramp";
    private int step;
    private String point = "";
    private RunStatus last;
    private RecentRate rate = new RecentRate();
    private long lastPlain;
    private boolean drawn;
    /** Why the last iteration failed; empty where it did not. */
    private String failure = "";
    /** Iterations in a row that failed for that reason, besides the one of which it was said. */
    private int alike;

    public ProgressLine(CommandContext commandContext, Clock clock, String unit, boolean single) {
        this.commandContext = commandContext;
        this.clock = clock;
        this.unit = unit;
        this.showFindings = single;
    }

    @Override
    public String ask(String what) {
        return commandContext.secret(what);
    }

    @Override
    public synchronized void expects(List<PendingIteration> toRun) {
        expected = toRun;
    }

    @Override
    public synchronized void began(int toRun, int finished) {
        progress = (expected.isEmpty() ? PlanProgress.unknown(toRun, clock.nanoTime())
                : new PlanProgress(expected, clock.nanoTime())).after(finished);
        finishedBefore = finished;
        lastPlain = clock.nanoTime();
        if (finished > 0) {
            commandContext.say("Resuming: " + finished + (finished == 1 ? " iteration is" : " iterations are")
                    + " finished already, " + toRun + " to go.");
        }
    }

    @Override
    public synchronized void beganSearches(int all, int finished) {
        progress = PlanProgress.searching(expected, clock.nanoTime());
        searches = all;
        finishedBefore = finished;
        lastPlain = clock.nanoTime();
        if (finished > 0) {
            commandContext.say("Resuming: " + finished + (finished == 1 ? " step is" : " steps are")
                    + " finished already.");
        }
    }

    @Override
    public synchronized void searchBegan(int number, Planned planned, String called) {
        search = number;
        noun = called;
    }

    @Override
    public synchronized void searchEnded(Planned planned, String why) {
        erase();
        commandContext.say("The " + noun + " ended: " + why + ".");
    }

    @Override
    public synchronized void iterationBegan(int number, Planned planned) {
        progress.iterationBegan(planned.position(), clock.nanoTime());
        step = Plan.stepOf(planned.position()) + 1;
        last = null;
        point = planned.position() == Plan.DEFAULTS ? "the defaults" : planned.point().values().settings().stream()
                .filter(s -> s.origin() == SettingOrigin.VARY)
                .map(ProgressLine::words).collect(Collectors.joining(" · "));
        draw();
    }

    private static String words(Setting s) {
        return s.name() + " " + s.text();
    }

    @Override
    public synchronized void live(RunStatus runStatus) {
        if (last == null || last.phase() != runStatus.phase()) {
            rate = new RecentRate();
        }
        rate.add(runStatus);
        last = runStatus;
        progress.live(runStatus);
        draw();
    }

    @Override
    public synchronized void message(String kind, String text) {
        boolean shown = switch (kind) {
            case "warning", "stuck" -> true;
            case "finding" -> showFindings || commandContext.verbose();
            default -> commandContext.verbose();
        };
        if (shown && printed.add(FindingText.withoutFigures(text))) { // once, though the figures differ
            erase();
            commandContext.say((kind.equals("warning") ? "warning: " : "") + text);
        }
    }

    @Override
    public synchronized void iterationEnded(Planned planned, IterationState iterationState, String verdict) {
        progress.iterationEnded(iterationState, clock.nanoTime());
        last = null;
        boolean failed = iterationState == IterationState.FAILED && !commandContext.verbose();
        if (failed && verdict.equals(failure)) {
            alike++;
        } else {
            printCount();
            failure = failed ? verdict : "";
            printReason(iterationState, verdict);
        }
        if (progress.searching() || progress.completed() < progress.toRun()) { // else the result is the last word
            draw();
        }
    }

    private void printReason(IterationState iterationState, String verdict) {
        if (iterationState != IterationState.DONE) {
            erase();
            commandContext.say(String.join(" ", "iteration", String.valueOf(progress.completed() + finishedBefore),
                    point.isEmpty() ? "" : "(" + point + ")",
                    Types.word(iterationState) + ":", verdict).replace("  ", " "));
        }
    }

    private void printCount() {
        if (alike > 0) {
            erase();
            commandContext.say(alike + (alike == 1 ? " more iteration" : " more iterations")
                    + " failed for the same reason.");
        }
        alike = 0;
    }

    /** Takes the line away when the run is over. */
    public synchronized void end() {
        erase();
        printCount();
    }

    private void draw() {
        if (commandContext.quiet()) {
            return;
        }
        if (commandContext.terminal().errIsTerminal()) {
            int room = commandContext.terminal().columns() - 1;
            String line = line(room);
            TerminalOutput.overwrite(commandContext.err(), line.length() > room ? line.substring(0, room) : line);
            drawn = true;
        } else if (clock.nanoTime() - lastPlain >= PLAIN_EVERY) {
            lastPlain = clock.nanoTime();
            commandContext.err().println(line(Integer.MAX_VALUE));
            commandContext.err().flush();
        }
    }

    private void erase() {
        if (drawn) {
            TerminalOutput.overwrite(commandContext.err(), "");
            drawn = false;
        }
    }

    private String line(int room) {
        return progress.searching()
                ? heading(noun + " " + search + "/" + searches + ", step " + step, "of the step", room)
                : heading(counted(), "", room);
    }

    private String counted() {
        int all = progress.toRun() + finishedBefore;
        int now = Math.min(all, progress.completed() + finishedBefore + 1);
        return String.format(Locale.ROOT, "%" + String.valueOf(all).length() + "d/%d", now, all);
    }

    /**
     * Numbers stay whole: for want of room those of the iteration itself go, and the words of its point are cut.
     *
     * @param where how far the plan is
     * @param whole what share and time are of; empty for the whole plan
     */
    private String heading(String where, String whole, int room) {
        String head = "[" + where + "] ";
        String numbers = numbers(whole, true);
        if (head.length() + numbers.length() > room) {
            numbers = numbers(whole, false);
        }
        String words = cut(point, room - head.length() - numbers.length() - 1);
        return head + words + (words.isEmpty() ? "" : " ") + numbers;
    }

    private String cut(String text, int room) {
        String end = commandContext.terminal().unicode() ? "…" : "..";
        return text.length() <= room ? text : room < SHORTEST ? "" : text.substring(0, room - end.length()).strip()
                + end;
    }

    /** @param own whether with the time and the backlog of the iteration itself */
    private String numbers(String whole, boolean own) {
        String of = whole.isEmpty() ? "" : " " + whole;
        StringBuilder line = new StringBuilder(bar(progress.share()))
                .append(String.format(Locale.ROOT, " %.0f %%", progress.share() * 100)).append(of);
        if (last != null && last.phase() != Phase.MEASURE) {
            line.append(separator()).append(Types.word(last.phase()));
        } else if (last != null && rate.perSecond() > 0) {
            line.append(separator()).append(Numbers.count(rate.perSecond())).append(' ').append(unit).append("/s");
        }
        if (own && last != null && last.backlog() > 0) {
            line.append(separator()).append("backlog ").append(Numbers.count(last.backlog()));
        }
        if (own && last != null && last.phase() == Phase.MEASURE && last.lasts() > 0) {
            line.append(separator()).append(Numbers.clock(Duration.ofNanos(last.elapsed()))).append(" of ")
                    .append(Numbers.clock(Duration.ofNanos(last.lasts())));
        }
        progress.left(clock.nanoTime()).ifPresent(left ->
                line.append(separator()).append(Numbers.clock(Duration.ofNanos(left))).append(" left").append(of));
        return line.toString();
    }

    private String separator() {
        return commandContext.terminal().unicode() ? " · " : ", ";
    }

    private String bar(double share) {
        int full = (int) Math.round(share * BAR);
        return commandContext.terminal().unicode()
                ? "▕" + "█".repeat(full) + "░".repeat(BAR - full) + "▏"
                : "[" + "#".repeat(full) + ".".repeat(BAR - full) + "]";
    }
}
