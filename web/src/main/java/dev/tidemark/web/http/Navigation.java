package dev.tidemark.web.http;

import dev.tidemark.web.http.PageLayout.NavigationEntry;
import java.util.List;

/** The links of the navigation. */
final class Navigation {

    private static final NavigationEntry REPORTS = new NavigationEntry("/reports", "Reports", "r");
    private static final NavigationEntry STATUS = new NavigationEntry("/status", "Status", "s");

    static final List<NavigationEntry> READER = List.of(REPORTS, STATUS);

    static final List<NavigationEntry> ADMINISTRATOR = List.of(new NavigationEntry("/new", "New job", "n"),
            new NavigationEntry("/jobs", "Jobs", "j"), STATUS, REPORTS,
            new NavigationEntry("/targets", "Targets", "t"), new NavigationEntry("/agents", "Agents", "a"),
            new NavigationEntry("/datasets", "Datasets", "d"), new NavigationEntry("/defaults", "Defaults", "f"),
            new NavigationEntry("/users", "Users", "u"));

    private Navigation() {}
}
