package dev.tidemark.web.api.spec;

import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.jobs.JobQueue;
import dev.tidemark.web.checkup.CheckupTasks;
import dev.tidemark.web.reports.Downloads;
import dev.tidemark.web.reports.ReportService;
import dev.tidemark.web.settings.DatasetTasks;
import dev.tidemark.web.settings.DoctorTasks;
import dev.tidemark.web.status.EventStream;
import dev.tidemark.web.status.LivePoller;
import dev.tidemark.web.transfer.ContentTasks;
import dev.tidemark.web.transfer.ResultTransfer;

/** What the handlers work with; the pages have the same. */
public record ApiServices(Workbench workbench, JobProcessor processor, LivePoller watch, EventStream events,
        ReportService shelf,
        Downloads downloads, ResultTransfer statistics, ContentTasks content, DatasetTasks datasets, DoctorTasks doctor,
        CheckupTasks checkups, Clock clock) {

    public JobQueue queue() {
        return workbench.jobs().queue();
    }
}
