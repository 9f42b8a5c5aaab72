package dev.tidemark.web.accounts;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.ANYONE;
import static dev.tidemark.web.http.Access.READER;

import module java.base;
import dev.tidemark.app.accounts.Accounts;
import dev.tidemark.app.accounts.Login;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Types;
import dev.tidemark.report.Numbers;
import dev.tidemark.store.accounts.Account;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;

/** {@code /setup}, {@code /login}, {@code /logout}, {@code /account} and {@code /users}. */
public final class AccountPages {

    private static final String USERS = "/users";
    private static final String NAME = "name";
    private static final String PASSWORD = "password";

    private final Accounts accounts;

    public AccountPages(Accounts accounts) {
        this.accounts = accounts;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/setup/{secret}", ANYONE, this::setUpPage),
                Route.post("/setup/{secret}", ANYONE, this::setUp),
                Route.get("/login", ANYONE, v -> loginPage(v, v.query().text("to").orElse("/"), "", "")),
                Route.post("/login", ANYONE, this::login),
                Route.post("/logout", READER, this::logout),
                Route.get("/account", READER, v -> own(v, "")),
                Route.post("/account/password", READER, this::ownPassword),
                Route.get(USERS, ADMINISTRATOR, this::users),
                Route.post(USERS, ADMINISTRATOR, this::add),
                Route.post("/users/{name}/password", ADMINISTRATOR, this::password),
                Route.post("/users/{name}/role", ADMINISTRATOR, this::changeRole),
                Route.get("/users/{name}/remove", ADMINISTRATOR, this::askToRemove),
                Route.post("/users/{name}/remove", ADMINISTRATOR, this::remove));
    }

    // ---- The first administrator ----

    private void setUpPage(RequestContext requestContext) {
        if (!accounts.setUpOpen(requestContext.name("secret"))) {
            throw HttpException.missing(
                    "this link was used, is too old, or never was one; the server prints a new one when "
                    + "it starts and has no administrator");
        }
        setUpPage(requestContext, "", "");
    }

    private void setUpPage(RequestContext requestContext, String name, String complaint) {
        requestContext.page(Kind.of("Welcome", ""), "accounts/setup.jte", Map.of("action",
                "/setup/" + Links.segment(requestContext.name("secret")), "name", name, "complaint",
                TextSanitizer.sentence(complaint)));
    }

    private void setUp(RequestContext requestContext) {
        String name = requestContext.form().text("name").orElse("");
        String password = typed(requestContext.form(), PASSWORD);
        try {
            checkTwice(requestContext.form());
            accounts.setUp(requestContext.name("secret"), name, password);
        } catch (InvalidInputException e) {
            requestContext.context().status(400);
            setUpPage(requestContext, name, e.getMessage());
            return;
        }
        if (accounts.login(name, password, requestContext.source()) instanceof Login.LoggedIn welcome) {
            requestContext.beginSession(welcome);
        }
        requestContext.redirect("/", "Welcome, " + name + ". You are the administrator.");
    }

    /** A password as it was typed, blanks and all. */
    private static String typed(Form form, String field) {
        return form.all(field).stream().findFirst().orElse("");
    }

    private static void checkTwice(Form form) {
        if (!typed(form, PASSWORD).equals(typed(form, "again"))) {
            throw new InvalidInputException("the two passwords differ");
        }
    }

    // ---- In and out ----

    private void loginPage(RequestContext requestContext, String to, String name, String complaint) {
        boolean nobody = accounts.all().stream().noneMatch(a -> a.role() == Role.ADMINISTRATOR);
        requestContext.page(Kind.of("Log in", ""), "accounts/login.jte",
                Map.of("to", local(to), "name", name, "complaint",
                complaint, "nobody", nobody));
    }

    /** Only a path of this server: a link to the login must not lead on to another. */
    private static String local(String to) {
        return to.matches("/(?![/\\\\])[^\\s\\\\]*") ? to : "/";
    }

    private void login(RequestContext requestContext) {
        String name = requestContext.form().text("name").orElse("");
        String to = local(requestContext.form().text("to").orElse("/"));
        switch (accounts.login(name, typed(requestContext.form(), PASSWORD), requestContext.source())) {
            case Login.LoggedIn welcome -> {
                requestContext.beginSession(welcome);
                requestContext.redirect(to);
            }
            case Login.Refused refused -> {
                requestContext.context().status(401);
                loginPage(requestContext, to, name, "Name or password is wrong.");
            }
            case Login.TooSoon soon -> {
                long seconds = Math.max(1, soon.left().toSeconds());
                requestContext.context().status(429);
                requestContext.context().res().setHeader("Retry-After", String.valueOf(seconds));
                loginPage(requestContext, to, name, "Too many failed attempts; try again in "
                        + Numbers.counted(seconds, "second") + ".");
            }
        }
    }

    private void logout(RequestContext requestContext) {
        requestContext.session().ifPresent(accounts::logout);
        requestContext.endSession();
        requestContext.redirect("/login", "You are logged out.");
    }

    // ---- One's own account ----

    private void own(RequestContext requestContext, String complaint) {
        requestContext.page(Kind.of("Your account", ""), "accounts/own.jte", Map.of("complaint",
                TextSanitizer.sentence(complaint)));
    }

    private void ownPassword(RequestContext requestContext) {
        String name = requestContext.who().orElseThrow().name();
        String fresh = typed(requestContext.form(), PASSWORD);
        try {
            switch (accounts.login(name, typed(requestContext.form(), "present"), requestContext.source())) {
                case Login.LoggedIn welcome -> accounts.logout(welcome.session());
                case Login.Refused refused -> throw new InvalidInputException("the present password is wrong");
                case Login.TooSoon soon -> throw new InvalidInputException("too many failed attempts; try again in "
                        + Numbers.counted(Math.max(1, soon.left().toSeconds()), "second"));
            }
            checkTwice(requestContext.form());
            accounts.password(name, fresh);
        } catch (InvalidInputException e) {
            requestContext.context().status(400);
            own(requestContext, e.getMessage());
            return;
        }
        if (accounts.login(name, fresh, requestContext.source()) instanceof Login.LoggedIn welcome) {
            requestContext.beginSession(welcome);
        }
        requestContext.redirect("/account",
                "Your password is changed; wherever else you were logged in, you are no more.");
    }

    // ---- Everybody's ----

    /** An account as a line of the list. @param wrong what is wrong with the password that it was to have */
    public record Line(String name, String role, String since, String path, String wrong) {

        /** The role that they do not have. */
        public String other() {
            return Stream.of(Role.values()).map(Types::word).filter(r -> !r.equals(role)).findFirst().orElseThrow();
        }
    }

    /**
     * A user who is to be added.
     *
     * @param password what is wrong with theirs, which is not sent back
     */
    public record Fresh(Field name, String password, boolean administrator) {}

    private void users(RequestContext requestContext) {
        users(requestContext, fresh(Form.empty(), Map.of()), Map.of());
    }

    private static Fresh fresh(Form form, Map<String, String> wrong) {
        return new Fresh(Field.typed(NAME, "Name", "", "", "", List.of(), 1, form.text(NAME), wrong),
                TextSanitizer.sentence(wrong.getOrDefault(PASSWORD, "")),
                form.text("role").equals(Optional.of(Types.word(Role.ADMINISTRATOR))));
    }

    /** @param wrong what is wrong with passwords, by name of the user */
    private void users(RequestContext requestContext, Fresh fresh, Map<String, String> wrong) {
        List<Line> lines = accounts.all().stream().map(a -> new Line(a.name(), Types.word(a.role()),
                TextSanitizer.moment(a.created()), USERS + "/" + Links.segment(a.name()),
                TextSanitizer.sentence(wrong.getOrDefault(a.name(), "")))).toList();
        requestContext.page(Kind.of("Users", USERS), "accounts/users.jte", Map.of("lines", lines, "fresh", fresh));
    }

    private void add(RequestContext requestContext) {
        Form form = requestContext.form();
        String name = form.text(NAME).map(String::strip).orElse("");
        Map<String, String> wrong = new LinkedHashMap<>();
        wrongName(name).ifPresent(w -> wrong.put(NAME, w));
        wrongPassword(name, typed(form, PASSWORD)).ifPresent(w -> wrong.put(PASSWORD, w));
        Role role = role(form.needed("role"));
        if (!wrong.isEmpty()) {
            requestContext.context().status(400);
            users(requestContext, fresh(form, wrong), Map.of());
            return;
        }
        Account added = accounts.add(name, role, typed(form, PASSWORD));
        requestContext.redirect(USERS, "Added " + added.name() + ", " + Types.word(added.role()) + ".");
    }

    private Optional<String> wrongName(String name) {
        if (name.isEmpty()) {
            return Optional.of("a user needs a name");
        }
        Optional<String> taken = accounts.all().stream().map(Account::name).filter(name::equalsIgnoreCase).findFirst();
        if (taken.isPresent()) {
            return taken.map(other -> "there is a user " + other + " already");
        }
        try {
            new Account(name, Role.READER, "", Instant.EPOCH);
            return Optional.empty();
        } catch (InvalidInputException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static Optional<String> wrongPassword(String name, String password) {
        try {
            Accounts.checkPassword(name, password);
            return Optional.empty();
        } catch (InvalidInputException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static Role role(String word) {
        return Stream.of(Role.values()).filter(r -> Types.word(r).equals(word)).findFirst().orElseThrow(
                () -> new InvalidInputException("'" + word + "' is no role; it is administrator or reader"));
    }

    private Account named(RequestContext requestContext) {
        String name = requestContext.name("name");
        List<String> names = accounts.all().stream().map(Account::name).toList();
        Optional<Account> found = accounts.all().stream().filter(a -> a.name().equals(name)).findFirst();
        return found.orElseThrow(() -> HttpException.missing("user", name, names));
    }

    private void password(RequestContext requestContext) {
        Account account = named(requestContext);
        String fresh = typed(requestContext.form(), PASSWORD);
        Optional<String> wrong = wrongPassword(account.name(), fresh);
        if (wrong.isPresent()) {
            requestContext.context().status(400);
            users(requestContext, fresh(Form.empty(), Map.of()), Map.of(account.name(), wrong.get()));
            return;
        }
        accounts.password(account.name(), fresh);
        requestContext.redirect(USERS, "The password of " + account.name() + " is changed.");
    }

    private void changeRole(RequestContext requestContext) {
        Account account = named(requestContext);
        Role role = role(requestContext.form().needed("role"));
        accounts.role(account.name(), role);
        requestContext.redirect(USERS, account.name() + " is " + Types.word(role) + " now.");
    }

    private void askToRemove(RequestContext requestContext) {
        Account account = named(requestContext);
        requestContext.ask(USERS, "Remove " + account.name(), "They are logged out at once, and cannot log in again.",
                USERS + "/" + Links.segment(account.name()) + "/remove", USERS);
    }

    private void remove(RequestContext requestContext) {
        Account account = named(requestContext);
        accounts.remove(account.name());
        requestContext.redirect(USERS, "Removed " + account.name() + ".");
    }
}
