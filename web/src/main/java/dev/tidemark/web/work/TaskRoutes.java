package dev.tidemark.web.work;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.work.SingleTaskExecutor.TaskProgress;

/** What pages have in common where something that takes long is shown. */
public final class TaskRoutes {

    private TaskRoutes() {}

    /**
     * A page's routes, and those below it that ask whether what is being done shall end, and end it.
     *
     * @param page        where it is shown
     * @param question    what is asked, as a title
     * @param consequence what becomes of what was done so far
     * @param called      what it is when it ends
     */
    public static List<Route> of(SingleTaskExecutor tasks, String page, Function<TaskProgress, String> question,
            String consequence, Function<TaskProgress, String> called, Route... routes) {
        List<Route> all = new ArrayList<>(List.of(routes));
        String stop = page + "/tasks/{number}/stop";
        all.add(Route.get(stop, ADMINISTRATOR, request -> {
            TaskProgress now = tasks.running(request.number("number"));
            request.ask(page, question.apply(now), consequence, page + "/tasks/" + now.number() + "/stop", page);
        }));
        all.add(Route.post(stop, ADMINISTRATOR, request -> {
            TaskProgress now = tasks.running(request.number("number"));
            request.redirect(page, called.apply(now) + (tasks.stop(now.number()) ? " is being stopped."
                    : " was over already."));
        }));
        return all;
    }
}
