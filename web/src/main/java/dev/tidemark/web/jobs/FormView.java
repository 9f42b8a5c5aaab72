package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.fields.Field.Feedback;
import dev.tidemark.web.fields.Field.Section;
import dev.tidemark.web.http.TextSanitizer;

/**
 * The form of a new job as its template shows it: first what matters to most people and what is filled in, then the
 * rest.
 *
 * @param workloads to choose from
 * @param targets   to choose from: drivers and named targets that can do the workload
 * @param kind      the plan that is chosen
 * @param preset    what fills other fields; empty where the workload has none
 * @param first     what matters of that which every experiment has
 * @param search    what a ramp, or a search for the sustainable rate, has besides; empty for other plans
 * @param sections  the settings that matter
 * @param start     from when on it may begin
 * @param more      everything else, by origin
 * @param alongside whether it is to run even beside another measured run
 * @param check     what would be run
 * @param changed   the job in whose place it is asked for
 * @param once      tells this form apart from every other
 * @param hidden    what it takes along unseen
 * @param refused   why the whole was refused; empty for nothing
 * @param sent      whether it comes back because it was refused
 * @param fresh     whether nothing is filled in, so that a draft that is kept may take its place
 * @param folders   where somebody looks for a folder without scripts
 */
public record FormView(List<Option> workloads, List<Option> targets, PlanKind kind, Optional<Field> preset,
        List<Field> first, List<Field> search, List<Section> sections, Field start, List<Section> more,
        boolean alongside, Check check, Optional<JobRevision> changed, String once, List<Hidden> hidden,
        String refused, boolean sent, boolean fresh, Optional<FolderListing> folders) {

    /** Marks settings of which another value starts the engine anew. */
    public static final String RESTARTS = "◇";
    /** Marks settings of which another value builds the data anew. */
    public static final String REBUILDS = "◆";

    /** How many settings stand under the rest. */
    public int rest() {
        return more.stream().mapToInt(s -> s.fields().size()).sum();
    }

    /** Which workload is chosen. */
    public String workload() {
        return workloads.stream().filter(Option::chosen).map(Option::name).findFirst().orElse("");
    }

    /** The same as nobody has filled anything in. */
    FormView whenFresh(boolean fresh) {
        return new FormView(workloads, targets, kind, preset, first, search, sections, start, more, alongside, check,
                changed, once, hidden, refused, sent, fresh, folders);
    }

    /** The same while a folder is looked for. */
    FormView browsing(FolderListing listing) {
        return new FormView(workloads, targets, kind, preset, first, search, sections, start, more, alongside, check,
                changed, once, hidden, refused, sent, fresh, Optional.of(listing));
    }

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
     * @param feedback      of the fields, for those that are shown already
     * @param titles    what the fields are called, by name
     */
    public record Check(String forecast, String complaint, String needs, String yaml, List<Feedback> feedback,
            Map<String, String> titles) {

        public Check {
            complaint = TextSanitizer.sentence(complaint);
        }

        /** What is wrong with fields, in their order. */
        public List<Feedback> wrongs() {
            return feedback.stream().filter(t -> !t.right()).toList();
        }

        /** Whether it could be asked for. */
        public boolean right() {
            return complaint.isEmpty() && needs.isEmpty() && feedback.stream().allMatch(Feedback::right);
        }
    }
}
