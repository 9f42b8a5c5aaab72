package dev.tidemark.web.jobs;

import dev.tidemark.app.JobForecast;
import dev.tidemark.report.Numbers;
import dev.tidemark.store.jobs.Job;

/** What a plan would take, in one sentence: what is known is said, what is not is left out. */
public final class ForecastText {

    private ForecastText() {}

    /** As in "18 iterations, 180k documents, 1.8 GB; about 3:20." */
    static String of(JobForecast f) {
        String upTo = f.upTo() ? "up to " : "";
        String units = f.units() == 0 ? "" : ", " + upTo + Numbers.count(f.units()) + " " + f.unit();
        String bytes = f.bytes() == 0 ? "" : (units.isEmpty() ? ", " + upTo : ", ") + Numbers.bytes(f.bytes());
        String before = f.preload() == 0 ? "" : ", after " + f.made() + " " + Numbers.bytes(f.preload());
        String time = f.time().map(t -> (f.atMost() ? "at most " : "about ") + Numbers.clock(t)
                + f.inAll().map(all -> " a step, " + Numbers.clock(all.least(), all.most()) + " in all").orElse("")
                + f.unestimated())
                .orElse("time unknown until one of its kind has run");
        return iterations(f) + units + bytes + before + "; " + time + ".";
    }

    private static String iterations(JobForecast f) {
        return f.searching() ? searches(f.iterations(), f.search(), f.steps())
                : Numbers.counted(f.iterations(), "iteration");
    }

    /** As in "1 ramp of at most 12 steps". */
    static String searches(int searches, String noun, int steps) {
        return (searches != 1 && noun.equals("search") ? searches + " searches" : Numbers.counted(searches, noun))
                + " of at most " + Numbers.counted(steps, "step");
    }

    /** How long a job will take, or each step of its searches; empty where nobody knows. */
    public static String expected(Job job) {
        return job.what().expected().map(t -> "about " + Numbers.clock(t) + (job.what().steps() > 0 ? " a step" : ""))
                .orElse("");
    }
}
