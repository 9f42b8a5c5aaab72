package dev.tidemark.launch;

import module java.base;

/**
 * The measured run for which a machine is taken: of each machine that takes part in it there is one at a time.
 *
 * @param id        by which its processes know each other where several are on one machine; empty for none
 * @param alongside whether to go on where another measured run is in progress
 */
public record MeasuredRun(String id, boolean alongside) {

    /** How agents are told. */
    public static final String RUN = "--run";
    public static final String ALONGSIDE = "--alongside";

    /** No other process is of it. */
    public static final MeasuredRun NONE = new MeasuredRun("", false);

    private static final SecureRandom RANDOM = new SecureRandom();

    /** One that begins now. */
    public static MeasuredRun begun(boolean alongside) {
        return new MeasuredRun(HexFormat.of().toHexDigits(RANDOM.nextLong()), alongside);
    }

    /** What {@code tidemark runner DRIVER} is told of it. */
    List<String> options() {
        List<String> options = new ArrayList<>();
        if (!id.isEmpty()) {
            options.addAll(List.of(RUN, id));
        }
        if (alongside) {
            options.add(ALONGSIDE);
        }
        return options;
    }
}
