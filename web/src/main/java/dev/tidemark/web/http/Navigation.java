package dev.tidemark.web.http;

import dev.tidemark.web.http.PageLayout.Place;
import java.util.List;

/** The links of the navigation. */
final class Navigation {

    private static final Place REPORTS = new Place("/reports", "Reports", "r");
    private static final Place STATUS = new Place("/status", "Status", "s");

    static final List<Place> READER = List.of(REPORTS, STATUS);

    static final List<Place> ADMINISTRATOR = List.of(new Place("/new", "New job", "n"), new Place("/jobs", "Jobs", "j"),
            STATUS, REPORTS, new Place("/targets", "Targets", "t"), new Place("/datasets", "Datasets", "d"),
            new Place("/defaults", "Defaults", "f"), new Place("/users", "Users", "u"));

    private Navigation() {}
}
