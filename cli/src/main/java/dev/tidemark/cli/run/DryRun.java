package dev.tidemark.cli.run;

import module java.base;
import dev.tidemark.app.JobForecast;
import dev.tidemark.app.run.Submission;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.workload.Preparation;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.write.JsonReport;

/** Shows what an experiment would run, and runs nothing. */
final class DryRun {

    /** Of whose operations it is told how much they store, where their number is not known. */
    private static final double MANY = 1e6;

    private DryRun() {}

    /** @param submission empty where it came from elsewhere, and nothing that it names is looked at unasked */
    static void print(CommandContext commandContext, List<Reached> reached, Optional<Submission> submission,
            boolean json) {
        if (json) {
            commandContext.out().print(JsonReport.dryRun(reached, submission.map(Submission::plan)));
            return;
        }
        submission.ifPresent(s -> print(commandContext, s));
        if (!reached.isEmpty()) {
            commandContext.out().println((submission.isPresent() ? "\n" : "It came from elsewhere. ")
                    + "Outside of Tidemark's own data it");
            reached.forEach(r -> commandContext.out().println("  " + r));
        }
        if (submission.isEmpty()) {
            commandContext.out().println("\nAdd --trust for an estimate: it takes a look at files that the experiment "
                    + "names.");
        }
    }

    private static void print(CommandContext commandContext, Submission submission) {
        Plan plan = submission.plan();
        for (int i = 0; i < plan.points().size(); i++) {
            commandContext.out().println(number(i, plan) + describe(plan.points().get(i)) + "  "
                    + amount(submission.offered().get(i), submission.workload().unit(),
                    Submission.bySchedule(plan.points().get(i))));
            String below = " ".repeat(number(i, plan).length());
            Point point = plan.points().get(i);
            Preparation.shown(point.target(), point.values()).ifPresent(command -> commandContext.out()
                    .println(below + "before it: " + Printable.oneLine(command)));
            if (plan.searching()) {
                commandContext.out().println(below + plan.searches().get(i).describe());
            }
        }
        commandContext.out().println();
        commandContext.out().println(sentence(commandContext, submission));
    }

    private static String number(int index, Plan plan) {
        return String.format(Locale.ROOT, "%" + String.valueOf(plan.points().size()).length() + "d  ", index + 1);
    }

    private static String describe(Point point) {
        String varied = point.values().settings().stream().filter(s -> s.origin() == SettingOrigin.VARY)
                .map(s -> s.name() + " " + s.text()).collect(Collectors.joining(", "));
        return point.target() + (varied.isEmpty() ? "" : ": " + varied);
    }

    private static String amount(WorkEstimate workEstimate, String unit, boolean bySchedule) {
        boolean timed = workEstimate.time().isPresent();
        String units = workEstimate.units() == 0 ? "until time is up"
                : (workEstimate.sooner() && timed ? "up to " : "") + Numbers.count(workEstimate.units()) + " " + unit;
        String bytes = workEstimate.bytes() > 0 ? ", " + (workEstimate.units() == 0 ? "up to " : "")
                + Numbers.bytes(workEstimate.bytes()) + " to store"
                : workEstimate.bytesPerUnit() == 0 ? "" : ", " + Numbers.bytes(workEstimate.bytesPerUnit() * MANY)
                + " to store in each million " + unit;
        String mean = !bySchedule ? "" : workEstimate.meanRate().map(rate -> " at " + Types.RATE.format(rate)
                + " on average").orElse("");
        return units + mean + bytes
                + workEstimate.time().map(t -> ", " + (workEstimate.sooner() ? "at most " : "") + Numbers.clock(t))
                .orElse("") + before(workEstimate.data());
    }

    private static String before(WorkEstimate.Data data) {
        String size = data.bytes() == 0 ? "" : Numbers.bytes(data.bytes());
        String many = Numbers.count(data.units());
        return data.units() == 0 ? "" : switch (data.making()) {
            case PRELOAD -> ", after a preload of " + size;
            case INDEX -> ", after making the index of " + many + " documents"
                    + (size.isEmpty() ? "" : ", " + size + " of text");
            case TABLES -> ", after making tables of " + many + " rows, " + size;
        };
    }

    private static String sentence(CommandContext commandContext, Submission submission) {
        Plan plan = submission.plan();
        JobForecast forecast = commandContext.workbench().jobs().forecast(submission);
        Optional<String> time = forecast.time().map(t -> (forecast.atMost() ? "at most " : "about ") + Numbers.clock(t)
                + forecast.unestimated());
        String values = submission.workload().unit().equals("documents") ? "documents" : "values";
        String volume = forecast.bytes() == 0 ? "" : ", " + (submission.bytes() == 0 ? "about " : forecast.upTo()
                ? "up to " : "") + Numbers.bytes(forecast.bytes()) + " of " + values;
        String before = forecast.preload() == 0 ? "" : ", after " + forecast.made() + " "
                + Numbers.bytes(forecast.preload());
        if (plan.searching()) {
            String noun = plan.searches().getFirst().noun();
            return runs(plan) + " = " + plan.size() + " "
                    + (plan.size() == 1 ? noun : noun.equals("search") ? "searches" : noun + "s") + " of at most "
                    + forecast.steps() + " steps; how many there will be is not known "
                    + "beforehand; expected time of a step: " + time.orElse("unknown until one has run")
                    + forecast.inAll().map(t -> "; of all of them: " + Numbers.clock(t.least(), t.most())).orElse("")
                    + ".";
        }
        return runs(plan) + " = " + plan.size() + (plan.size() == 1 ? " iteration" : " iterations")
                + volume + before + "; expected time: " + time.orElse("unknown until one iteration has run") + ".";
    }

    /** {@code 3 points × 1 round + 2 points × 5 rounds to confirm}: what is run, as a sum. */
    private static String runs(Plan plan) {
        return times(plan.points().size(), plan.rounds())
                + (plan.confirm() == 0 ? "" : " + " + times(2, plan.confirm()) + " to confirm");
    }

    private static String times(int points, int rounds) {
        return (points == 1 ? "1 point" : points + " points") + " × " + (rounds == 1 ? "1 round" : rounds + " rounds");
    }
}
