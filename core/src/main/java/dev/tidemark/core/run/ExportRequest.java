package dev.tidemark.core.run;

import dev.tidemark.core.data.ContentExport;
import dev.tidemark.core.param.Setting;
import java.util.List;

/**
 * Tells a runner to write the documents of a kept store to files.
 *
 * @param iteration the iteration that made the store, echoed in the events
 * @param driver    name of the driver
 * @param settings  the driver's params, as the iteration had them
 * @param scratch   the iteration's folder
 * @param to        folder for the files; new or empty
 * @param layout    how URIs become paths
 */
public record ExportRequest(long iteration, String driver, List<Setting> settings, RunnerPath scratch, RunnerPath to,
        ContentExport.Layout layout) implements TaskRequest {}
