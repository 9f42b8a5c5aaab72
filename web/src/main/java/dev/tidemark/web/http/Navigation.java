package dev.tidemark.web.http;

import dev.tidemark.web.http.PageLayout.Place;
import java.util.List;

/** The links of the navigation. */
final class Navigation {

    static final List<Place> READER = List.of(new Place("/reports", "Reports"), new Place("/status", "Status"));

    static final List<Place> ADMINISTRATOR = List.of(new Place("/new", "New job"), new Place("/jobs", "Jobs"),
            new Place("/status", "Status"), new Place("/reports", "Reports"), new Place("/targets", "Targets"),
            new Place("/datasets", "Datasets"), new Place("/defaults", "Defaults"), new Place("/users", "Users"));

    private Navigation() {}
}
