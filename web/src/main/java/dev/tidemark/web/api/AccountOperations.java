package dev.tidemark.web.api;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.Accounts;
import dev.tidemark.core.param.Nearest;
import dev.tidemark.store.Account;
import dev.tidemark.store.ApiToken;
import dev.tidemark.store.Role;
import dev.tidemark.web.http.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** People with accounts, and programs with tokens. What is secret comes in, or goes out once, and is never shown. */
final class AccountOperations {

    private AccountOperations() {}

    record User(String name, Role role, Instant created) {

        static User of(Account account) {
            return new User(account.name(), account.role(), account.created());
        }
    }

    record Users(@Says("by name") List<User> users) {}

    record NewUser(@Says("1 to 64 letters, digits, dots, underscores, hyphens and @") String name, Role role,
            @Says("10 to 200 characters") String password) {}

    record UserRole(Role role) {}

    record UserPassword(@Says("10 to 200 characters") String password) {}

    record Token(String name, @Says("what a program that shows it may do") Role role,
            @Says("who made it") String author, Instant created,
            @Says("when it was last shown, to the minute; absent where it never was") Optional<Instant> seen) {

        static Token of(ApiToken token) {
            return new Token(token.name(), token.role(), token.author(), token.created(), token.seen());
        }
    }

    record Tokens(@Says("by name") List<Token> tokens) {}

    record NewToken(@Says("1 to 64 letters, digits, dots, underscores and hyphens") String name, Role role) {}

    record MadeToken(String name, Role role, @Says("which is shown now and never again") String token) {}

    static List<Operation> all() {
        return List.of(
                Operation.get("/users", ADMINISTRATOR, "listUsers", "Lists the people who may use the web pages.")
                        .answers(Output.of(Users.class, "the users"))
                        .by((desk, call) -> Reply.of(new Users(accounts(desk).all().stream().map(User::of).toList()))),
                Operation.post("/users", ADMINISTRATOR, "addUser", "Adds a user.")
                        .takes(NewUser.class)
                        .answers(Output.of(201, User.class, "the user"))
                        .by((desk, call) -> {
                            NewUser wanted = call.body(NewUser.class);
                            return Reply.of(User.of(accounts(desk).add(wanted.name(), wanted.role(),
                                    wanted.password())));
                        }),
                Operation.put("/users/{user}/role", ADMINISTRATOR, "changeRole",
                        "Changes what a user may do, at once; somebody must be left who administers.")
                        .takes(UserRole.class)
                        .answers(Output.of(User.class, "the user"))
                        .by((desk, call) -> {
                            accounts(desk).role(user(desk, call).name(), call.body(UserRole.class).role());
                            return Reply.of(User.of(user(desk, call)));
                        }),
                Operation.put("/users/{user}/password", ADMINISTRATOR, "changePassword",
                        "Gives a user another password; wherever they are logged in, they are no more.")
                        .takes(UserPassword.class)
                        .by((desk, call) -> {
                            accounts(desk).password(user(desk, call).name(), call.body(UserPassword.class).password());
                            return new Reply.Nothing();
                        }),
                Operation.delete("/users/{user}", ADMINISTRATOR, "removeUser",
                        "Removes a user, who is logged out at once; somebody must be left who administers.")
                        .by((desk, call) -> {
                            accounts(desk).remove(user(desk, call).name());
                            return new Reply.Nothing();
                        }),
                Operation.get("/tokens", ADMINISTRATOR, "listTokens", "Lists the tokens of programs.")
                        .answers(Output.of(Tokens.class, "the tokens"))
                        .by((desk, call) -> Reply.of(new Tokens(accounts(desk).tokens().stream().map(Token::of)
                                .toList()))),
                Operation.post("/tokens", ADMINISTRATOR, "addToken", "Makes a token for a program.")
                        .takes(NewToken.class)
                        .answers(Output.of(201, MadeToken.class, "the token"))
                        .by((desk, call) -> {
                            NewToken wanted = call.body(NewToken.class);
                            return Reply.of(new MadeToken(wanted.name(), wanted.role(), accounts(desk).addToken(
                                    wanted.name(), wanted.role(), call.visit().author())));
                        }),
                Operation.delete("/tokens/{token}", ADMINISTRATOR, "removeToken", "Revokes a token, at once.")
                        .by((desk, call) -> {
                            accounts(desk).removeToken(token(desk, call));
                            return new Reply.Nothing();
                        }));
    }

    private static Accounts accounts(Desk desk) {
        return desk.workbench().accounts();
    }

    private static Account user(Desk desk, Call call) {
        List<Account> all = accounts(desk).all();
        String name = call.name("user");
        return all.stream().filter(a -> a.name().equals(name)).findFirst().orElseThrow(
                () -> missing("user", name, all.stream().map(Account::name).toList()));
    }

    private static String token(Desk desk, Call call) {
        List<String> all = accounts(desk).tokens().stream().map(ApiToken::name).toList();
        String name = call.name("token");
        return all.stream().filter(name::equals).findFirst().orElseThrow(() -> missing("token", name, all));
    }

    private static Refusal missing(String what, String name, List<String> names) {
        return Refusal.missing("there is no " + what + " '" + name + "'" + Nearest.hint(name, names));
    }
}
