package dev.tidemark.report.comparison;

import module java.base;

/** A stretch of a headline phase, in seconds since its start. */
record TimeWindow(double from, double to) {

    double seconds() {
        return to - from;
    }

    /** Equal parts of a stretch, in order. */
    List<TimeWindow> parts(int count) {
        List<TimeWindow> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(new TimeWindow(from + seconds() * i / count, from + seconds() * (i + 1) / count));
        }
        return parts;
    }
}
