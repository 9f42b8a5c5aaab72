package dev.tidemark.report.model;

/** What a report may consist of, below its answer; {@link ReportDocument} has the rule of each. */
public enum Part {
    RATES, RECALL, STYLES, RAMPS, CONFIRMATION, TABLE, COSTS, GROUPS, SUBTABLES, UNRANKED, SCRIPTS, CUTS, SIZE,
    RECOVERY, BACKGROUND, AGENTS
}
