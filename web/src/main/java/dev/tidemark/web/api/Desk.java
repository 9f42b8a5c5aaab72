package dev.tidemark.web.api;

import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.JobQueue;
import dev.tidemark.web.reports.Downloads;
import dev.tidemark.web.reports.Shelf;
import dev.tidemark.web.settings.DatasetOrders;
import dev.tidemark.web.status.Events;
import dev.tidemark.web.status.Watch;
import dev.tidemark.web.transfer.ContentOrders;
import dev.tidemark.web.transfer.Statistics;

/** What the handlers work with; the pages have the same. */
public record Desk(Workbench workbench, JobProcessor processor, Watch watch, Events events, Shelf shelf,
        Downloads downloads, Statistics statistics, ContentOrders content, DatasetOrders datasets, Clock clock) {

    JobQueue queue() {
        return workbench.jobs().queue();
    }
}
