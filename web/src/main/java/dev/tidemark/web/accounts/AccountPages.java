package dev.tidemark.web.accounts;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.ANYONE;
import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.app.Accounts;
import dev.tidemark.app.Login;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import dev.tidemark.core.param.Types;
import dev.tidemark.report.Brief;
import dev.tidemark.store.Account;
import dev.tidemark.store.Role;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.Refusal;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Texts;
import dev.tidemark.web.http.Visit;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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

    private void setUpPage(Visit visit) {
        if (!accounts.setUpOpen(visit.name("secret"))) {
            throw Refusal.missing("this link was used, is too old, or never was one; the server prints a new one when "
                    + "it starts and has no administrator");
        }
        setUpPage(visit, "", "");
    }

    private void setUpPage(Visit visit, String name, String complaint) {
        visit.page(Kind.of("Welcome", ""), "accounts/setup.jte", Map.of("action",
                "/setup/" + Links.segment(visit.name("secret")), "name", name, "complaint",
                Texts.sentence(complaint)));
    }

    private void setUp(Visit visit) {
        String name = visit.form().text("name").orElse("");
        String password = typed(visit.form(), PASSWORD);
        try {
            checkTwice(visit.form());
            accounts.setUp(visit.name("secret"), name, password);
        } catch (BadInput e) {
            visit.context().status(400);
            setUpPage(visit, name, e.getMessage());
            return;
        }
        if (accounts.login(name, password, visit.source()) instanceof Login.Welcome welcome) {
            visit.beginSession(welcome);
        }
        visit.leadOn("/", "Welcome, " + name + ". You are the administrator.");
    }

    /** A password as it was typed, blanks and all. */
    private static String typed(Form form, String field) {
        return form.all(field).stream().findFirst().orElse("");
    }

    private static void checkTwice(Form form) {
        if (!typed(form, PASSWORD).equals(typed(form, "again"))) {
            throw new BadInput("the two passwords differ");
        }
    }

    // ---- In and out ----

    private void loginPage(Visit visit, String to, String name, String complaint) {
        boolean nobody = accounts.all().stream().noneMatch(a -> a.role() == Role.ADMINISTRATOR);
        visit.page(Kind.of("Log in", ""), "accounts/login.jte", Map.of("to", local(to), "name", name, "complaint",
                complaint, "nobody", nobody));
    }

    /** Only a path of this server: a link to the login must not lead on to another. */
    private static String local(String to) {
        return to.matches("/(?![/\\\\])[^\\s\\\\]*") ? to : "/";
    }

    private void login(Visit visit) {
        String name = visit.form().text("name").orElse("");
        String to = local(visit.form().text("to").orElse("/"));
        switch (accounts.login(name, typed(visit.form(), PASSWORD), visit.source())) {
            case Login.Welcome welcome -> {
                visit.beginSession(welcome);
                visit.leadOn(to);
            }
            case Login.Refused refused -> {
                visit.context().status(401);
                loginPage(visit, to, name, "Name or password is wrong.");
            }
            case Login.TooSoon soon -> {
                long seconds = Math.max(1, soon.left().toSeconds());
                visit.context().status(429);
                visit.context().res().setHeader("Retry-After", String.valueOf(seconds));
                loginPage(visit, to, name, "Too many failed attempts; try again in " + Brief.counted(seconds, "second")
                        + ".");
            }
        }
    }

    private void logout(Visit visit) {
        visit.session().ifPresent(accounts::logout);
        visit.endSession();
        visit.leadOn("/login", "You are logged out.");
    }

    // ---- One's own account ----

    private void own(Visit visit, String complaint) {
        visit.page(Kind.of("Your account", ""), "accounts/own.jte", Map.of("complaint",
                Texts.sentence(complaint)));
    }

    private void ownPassword(Visit visit) {
        String name = visit.who().orElseThrow().name();
        String fresh = typed(visit.form(), PASSWORD);
        try {
            switch (accounts.login(name, typed(visit.form(), "present"), visit.source())) {
                case Login.Welcome welcome -> accounts.logout(welcome.session());
                case Login.Refused refused -> throw new BadInput("the present password is wrong");
                case Login.TooSoon soon -> throw new BadInput("too many failed attempts; try again in "
                        + Brief.counted(Math.max(1, soon.left().toSeconds()), "second"));
            }
            checkTwice(visit.form());
            accounts.password(name, fresh);
        } catch (BadInput e) {
            visit.context().status(400);
            own(visit, e.getMessage());
            return;
        }
        if (accounts.login(name, fresh, visit.source()) instanceof Login.Welcome welcome) {
            visit.beginSession(welcome);
        }
        visit.leadOn("/account", "Your password is changed; wherever else you were logged in, you are no more.");
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

    private void users(Visit visit) {
        users(visit, fresh(Form.empty(), Map.of()), Map.of());
    }

    private static Fresh fresh(Form form, Map<String, String> wrong) {
        return new Fresh(Field.typed(NAME, "Name", "", "", "", List.of(), 1, form.text(NAME), wrong),
                Texts.sentence(wrong.getOrDefault(PASSWORD, "")),
                form.text("role").equals(Optional.of(Types.word(Role.ADMINISTRATOR))));
    }

    /** @param wrong what is wrong with passwords, by name of the user */
    private void users(Visit visit, Fresh fresh, Map<String, String> wrong) {
        List<Line> lines = accounts.all().stream().map(a -> new Line(a.name(), Types.word(a.role()),
                Texts.moment(a.created()), USERS + "/" + Links.segment(a.name()),
                Texts.sentence(wrong.getOrDefault(a.name(), "")))).toList();
        visit.page(Kind.of("Users", USERS), "accounts/users.jte", Map.of("lines", lines, "fresh", fresh));
    }

    private void add(Visit visit) {
        Form form = visit.form();
        String name = form.text(NAME).map(String::strip).orElse("");
        Map<String, String> wrong = new LinkedHashMap<>();
        wrongName(name).ifPresent(w -> wrong.put(NAME, w));
        wrongPassword(name, typed(form, PASSWORD)).ifPresent(w -> wrong.put(PASSWORD, w));
        Role role = role(form.needed("role"));
        if (!wrong.isEmpty()) {
            visit.context().status(400);
            users(visit, fresh(form, wrong), Map.of());
            return;
        }
        Account added = accounts.add(name, role, typed(form, PASSWORD));
        visit.leadOn(USERS, "Added " + added.name() + ", " + Types.word(added.role()) + ".");
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
        } catch (BadInput e) {
            return Optional.of(e.getMessage());
        }
    }

    private static Optional<String> wrongPassword(String name, String password) {
        try {
            Accounts.checkPassword(name, password);
            return Optional.empty();
        } catch (BadInput e) {
            return Optional.of(e.getMessage());
        }
    }

    private static Role role(String word) {
        return Stream.of(Role.values()).filter(r -> Types.word(r).equals(word)).findFirst().orElseThrow(
                () -> new BadInput("'" + word + "' is no role; it is administrator or reader"));
    }

    private Account named(Visit visit) {
        String name = visit.name("name");
        List<String> names = accounts.all().stream().map(Account::name).toList();
        Optional<Account> found = accounts.all().stream().filter(a -> a.name().equals(name)).findFirst();
        return found.orElseThrow(() -> Refusal.missing("there is no user '" + name + "'" + Nearest.hint(name, names)));
    }

    private void password(Visit visit) {
        Account account = named(visit);
        String fresh = typed(visit.form(), PASSWORD);
        Optional<String> wrong = wrongPassword(account.name(), fresh);
        if (wrong.isPresent()) {
            visit.context().status(400);
            users(visit, fresh(Form.empty(), Map.of()), Map.of(account.name(), wrong.get()));
            return;
        }
        accounts.password(account.name(), fresh);
        visit.leadOn(USERS, "The password of " + account.name() + " is changed.");
    }

    private void changeRole(Visit visit) {
        Account account = named(visit);
        Role role = role(visit.form().needed("role"));
        accounts.role(account.name(), role);
        visit.leadOn(USERS, account.name() + " is " + Types.word(role) + " now.");
    }

    private void askToRemove(Visit visit) {
        Account account = named(visit);
        visit.ask(USERS, "Remove " + account.name(), "They are logged out at once, and cannot log in again.",
                USERS + "/" + Links.segment(account.name()) + "/remove", USERS);
    }

    private void remove(Visit visit) {
        Account account = named(visit);
        accounts.remove(account.name());
        visit.leadOn(USERS, "Removed " + account.name() + ".");
    }
}
