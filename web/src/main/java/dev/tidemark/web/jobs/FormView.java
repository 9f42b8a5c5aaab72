package dev.tidemark.web.jobs;

import dev.tidemark.web.fields.Field;
import dev.tidemark.web.fields.Field.Section;
import dev.tidemark.web.fields.Field.Told;
import dev.tidemark.web.http.TextSanitizer;
import java.util.List;
import java.util.Optional;

/**
 * The form of a new job as its template shows it.
 *
 * @param workloads to choose from
 * @param targets   to choose from: drivers and named targets that can do the workload
 * @param kind      the plan that is chosen
 * @param head      what every experiment has, before its settings
 * @param search    what a ramp, or a search for the sustainable rate, has besides; empty for other plans
 * @param sections  the settings
 * @param tail      what every experiment has, after its settings
 * @param alongside whether it is to run even beside another measured run
 * @param check     what would be run
 * @param changed   the job in whose place it is asked for
 * @param once      tells this form apart from every other
 * @param hidden    what it takes along unseen
 * @param refused   why the whole was refused; empty for nothing
 */
public record FormView(List<Option> workloads, List<Option> targets, PlanKind kind, List<Field> head, List<Field> search,
        List<Section> sections, List<Field> tail, boolean alongside, Check check, Optional<JobRevision> changed,
        String once, List<Hidden> hidden, String refused) {

    /** A field that is not seen. */
    public record Hidden(String name, String text) {}

    /** Something to choose, with what it is in a sentence. */
    public record Option(String name, String help, boolean chosen) {}

    /**
     * What would be run.
     *
     * @param forecast  iterations, volume and time in a sentence; empty while something is wrong
     * @param complaint what is wrong with the whole, in a sentence; empty for nothing
     * @param needs     what is still to be filled in, in a sentence; empty for nothing
     * @param yaml      the experiment
     * @param told      of the fields, for those that are shown already
     */
    public record Check(String forecast, String complaint, String needs, String yaml, List<Told> told) {

        public Check {
            complaint = TextSanitizer.sentence(complaint);
        }

        /** Whether it could be asked for. */
        public boolean right() {
            return complaint.isEmpty() && needs.isEmpty() && told.stream().allMatch(Told::right);
        }
    }
}
