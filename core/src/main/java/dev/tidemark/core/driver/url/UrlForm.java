package dev.tidemark.core.driver.url;

import module java.base;
import dev.tidemark.core.driver.url.ConnectionUrl.Host;
import dev.tidemark.core.os.OptionFile;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.param.Suggestions;

/**
 * Which URLs reach what a driver speaks to, and what their parts are as its settings: a line for each fact. A URL is
 * first put into the words of the database's own clients (host, port, user, password, and the names of parameters);
 * what it leaves out comes from where those clients would look; each word then becomes settings.
 */
public final class UrlForm {

    /** Words that every client has. */
    public static final String HOST = "host";
    public static final String PORT = "port";
    public static final String USER = "user";
    public static final String PASSWORD = "password";

    /** A setting that is a list, {@code NAME=VALUE; NAME=VALUE}, to which several words may add. */
    public static final String PROPERTIES = "properties";

    private static final String LOCAL = "127.0.0.1";
    /** A name that can be told: any other may be a part of a password. */
    private static final Pattern TOLD = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,39}");
    /** What a flag says that is off. */
    private static final Pattern OFF = Pattern.compile("(?i)false|no|off");

    /** Fills in what a URL leaves out, as the database's own clients do. */
    @FunctionalInterface
    public interface Client {

        /** @param given words and what they are so far, to be added to */
        void complete(Map<String, String> given, ClientEnvironment environment);
    }

    /**
     * The settings that the usual parts of a URL are.
     *
     * @param tls       the flag of encryption
     * @param socket    the path of a Unix socket, in the place of an address
     * @param isAddress whether {@code HOST:PORT} can be one
     */
    public record Places(String address, String user, String password, String tls, String socket,
            Predicate<String> isAddress) {}

    private final String server;
    private final String example;
    private final Places places;
    private final Map<String, Map<String, String>> schemes = new LinkedHashMap<>();
    /** By the word as it is written. */
    private final Map<String, Function<String, Map<String, String>>> words = new LinkedHashMap<>();
    private final List<String> notOffered = new ArrayList<>();
    /** Words that say whether connections are encrypted, and what is checked. */
    private final Set<String> ofEncryption = new HashSet<>();
    /** Settings that are of use with encryption alone. */
    private final Set<String> ofEncrypted = new HashSet<>();
    private int port;
    private int tlsPort;
    private boolean several;
    private Function<String, Map<String, String>> path;
    private Optional<BinaryOperator<String>> sockets = Optional.empty();
    private Client client = (_, _) -> { };
    private String variable = "";
    private boolean wholeLogin;
    private final List<UrlForm> others = new ArrayList<>();
    /** Words by the settings that they say. */
    private Map<String, String> required = Map.of();
    private Optional<Pattern> answer = Optional.empty();
    private String probePath = "/";

    private UrlForm(String server, String example, Places places) {
        this.server = server;
        this.example = example;
        this.places = places;
        path = text -> {
            throw new InvalidInputException("it has no path '" + shown(text) + "'");
        };
        words.put(HOST, _ -> Map.of());
        words.put(PORT, _ -> Map.of());
        words.put(USER, user -> Map.of(places.user(), user));
        words.put(PASSWORD, _ -> Map.of());
    }

    /** @param server what people call it; @param example one of its URLs */
    public static UrlForm of(String server, String example, Places places) {
        return new UrlForm(server, example, places);
    }

    // ---- Declared by drivers ----

    /** A scheme without encryption, and the port where none is said. */
    public UrlForm scheme(String name, int usualPort) {
        schemes.put(name, Map.of());
        port = usualPort;
        return this;
    }

    /** The same over TLS. */
    public UrlForm secureScheme(String name, int usualPort) {
        schemes.put(name, Map.of(places.tls(), "true"));
        tlsPort = usualPort;
        return this;
    }

    /** What its server is also called by, in another form. */
    public UrlForm also(UrlForm other) {
        others.add(other);
        return this;
    }

    /** A setting that every one of its URLs must say. @param word by which it does */
    public UrlForm requires(Param<?> setting, String word) {
        required = Map.of(setting.name(), word);
        return this;
    }

    /** Its client takes several hosts. */
    public UrlForm severalHosts() {
        several = true;
        return this;
    }

    /** The path is one name, which is what this word is. */
    public UrlForm path(String word) {
        return path(text -> name(word, text));
    }

    /** What a path is that is one name, or nothing. */
    public static Map<String, String> name(String word, String path) {
        return path.isEmpty() ? Map.of() : path.indexOf('/') >= 0
                ? refuse("behind the host stands one name: %2F is a / in it")
                : Map.of(word, ConnectionUrl.decoded(path));
    }

    /** @param words of the path, which is not empty and comes as it is written, without its first slash */
    public UrlForm path(Function<String, Map<String, String>> wordsOf) {
        path = wordsOf;
        return this;
    }

    /** A parameter that is a setting, its value as it stands. */
    public UrlForm parameter(String word, Param<?> setting) {
        return parameter(word, value -> Map.of(setting.name(), value));
    }

    /** @param settings that a value says; they complain of one that cannot be meant, without repeating it */
    public UrlForm parameter(String word, Function<String, Map<String, String>> settings) {
        words.put(word, settings);
        return this;
    }

    /**
     * A parameter that says whether connections are encrypted, and what is checked: where a URL has one, those that
     * stand elsewhere do not count, by whatever word.
     */
    public UrlForm encryption(String word, Function<String, Map<String, String>> settings) {
        ofEncryption.add(word);
        return parameter(word, settings);
    }

    /**
     * Settings that are of use with encryption alone: where a URL says that there is none, those that stand elsewhere
     * do not count.
     */
    public UrlForm ofEncrypted(Param<?>... settings) {
        Stream.of(settings).map(Param::name).forEach(ofEncrypted::add);
        return this;
    }

    /** What a parameter of a client's is not here, in a sentence. */
    public UrlForm notOffered(String word, String why) {
        notOffered.add(OptionFile.name(word));
        return parameter(word, _ -> refuse(word + " is not offered: " + why));
    }

    /** @param file of the socket in a folder that stands in the place of a host, and a port */
    public UrlForm socketFolders(BinaryOperator<String> file) {
        sockets = Optional.of(file);
        return this;
    }

    /** Where its own clients look for what they are not given. */
    public UrlForm client(Client fills) {
        client = fills;
        return this;
    }

    /** Where a URL of a scheme alone is looked for: a variable of the environment. */
    public UrlForm fromVariable(String name) {
        variable = name;
        return this;
    }

    /** A name before the @ without a password is a user to some of its clients, and the password to others. */
    public UrlForm wholeLogin() {
        wholeLogin = true;
        return this;
    }

    /**
     * How a server of this kind is known among those that are reached by http.
     *
     * @param path    that is asked
     * @param pattern that is found in what is answered, the header {@code WWW-Authenticate} with it
     */
    public UrlForm knownBy(String path, String pattern) {
        probePath = path;
        answer = Optional.of(Pattern.compile(pattern));
        return this;
    }

    // ---- Read ----

    /** Whether a URL with this scheme is one of these. */
    boolean has(String scheme) {
        return schemes.containsKey(scheme) || others.stream().anyMatch(other -> other.has(scheme));
    }

    /** The first scheme, which a URL of http becomes where it is found out that it is one of these. */
    public String usualScheme() {
        return schemes.keySet().iterator().next();
    }

    /** All of them, the usual one first. */
    public List<String> schemes() {
        return Stream.concat(schemes.keySet().stream(), others.stream().flatMap(other -> other.schemes().stream()))
                .toList();
    }

    /** The URL that one of a scheme alone stands for, where there is such. */
    public Optional<String> resolve(String text, ClientEnvironment environment) {
        return ConnectionUrl.schemeOf(text).filter(scheme -> schemes.containsKey(scheme)
                && text.length() == scheme.length() + 3).flatMap(_ -> environment.variable(variable))
                .filter(resolved -> ConnectionUrl.schemeOf(resolved).filter(this::has).isPresent());
    }

    /** The path by which it is known what a server is. */
    public String probePath() {
        return probePath;
    }

    /** What is found in the answer then; empty where nothing is asked. */
    public Optional<Pattern> answer() {
        return answer;
    }

    /**
     * The settings that a URL says, with what the client's environment says for it; empty where it is none of these.
     *
     * @throws InvalidInputException in one line when it is, and cannot be meant; no value of it is repeated but hosts
     */
    public Optional<Map<String, String>> settings(String text, ClientEnvironment environment) {
        String resolved = resolve(text, environment).orElse(text);
        Optional<String> scheme = ConnectionUrl.schemeOf(resolved).filter(schemes::containsKey);
        return scheme.isEmpty()
                ? others.stream().flatMap(other -> other.settings(resolved, environment).stream()).findFirst()
                : scheme.map(_ -> {
            try {
                return settings(ConnectionUrl.parse(resolved), environment);
            } catch (InvalidInputException e) {
                throw new InvalidInputException("URL of " + server + ": " + e.getMessage() + "; write it as "
                        + example);
            }
        });
    }

    private Map<String, String> settings(ConnectionUrl url, ClientEnvironment environment) {
        Map<String, String> given = parts(url);
        Set<String> own = Set.copyOf(given.keySet());
        if (!url.scheme().startsWith("jdbc:")) { // whose libraries look nowhere else
            client.complete(given, environment);
        }
        if (own.stream().anyMatch(ofEncryption::contains)) {
            given.keySet().removeIf(word -> !own.contains(word) && ofEncryption.contains(known(word)));
        }
        Map<String, String> ofScheme = schemes.get(url.scheme());
        Facts facts = new Facts();
        Set<String> said = new HashSet<>();
        facts.add(place(given, ofScheme.isEmpty() ? port : tlsPort));
        facts.add(ofScheme);
        given.forEach((word, value) -> {
            Map<String, String> more = words.get(known(word)).apply(value);
            List<String> against = facts.against(more);
            if (own.contains(word) && !against.isEmpty()) {
                refuse("'" + word + "' contradicts " + String.join(" and ", against));
            }
            if (own.contains(word)) {
                said.addAll(more.keySet());
            }
            if (!against.contains(places.tls())) { // what is of no use without encryption goes with it
                facts.add(more);
            }
        });
        Map<String, String> settings = facts.settings();
        dropUseless(settings, said);
        required.forEach((setting, word) -> {
            if (!settings.containsKey(setting)) {
                refuse(word + " is missing");
            }
        });
        Optional.ofNullable(given.get(PASSWORD)).filter(p -> !p.isEmpty()).ifPresent(password -> settings.put(
                places.password(), where(password, settings)));
        return settings;
    }

    /** Takes out what stands elsewhere for encryption, where there is none. @param said by the URL, which stays */
    private void dropUseless(Map<String, String> settings, Set<String> said) {
        if (OFF.matcher(settings.getOrDefault(places.tls(), "").strip()).matches()) {
            settings.keySet().removeIf(setting -> ofEncrypted.contains(setting) && !said.contains(setting));
        }
    }

    /** What was said so far: settings, and the single properties in {@link #PROPERTIES}. */
    private static final class Facts {
        private final Map<String, Map.Entry<String, String>> all = new LinkedHashMap<>();

        private static String name(Map.Entry<String, String> setting) {
            return setting.getKey().equals(PROPERTIES) ? PROPERTIES + " " + setting.getValue().split("=", 2)[0]
                    : setting.getKey();
        }

        /** Those that are said already, and are something else. */
        List<String> against(Map<String, String> more) {
            return more.entrySet().stream().filter(s -> !all.getOrDefault(name(s), s).equals(s)).map(Facts::name)
                    .sorted().toList();
        }

        /** Adds those that are not said yet. */
        void add(Map<String, String> more) {
            more.entrySet().forEach(setting -> all.putIfAbsent(name(setting), setting));
        }

        Map<String, String> settings() {
            Map<String, String> settings = new LinkedHashMap<>();
            all.values().forEach(s -> settings.merge(s.getKey(), s.getValue(), (before, more) -> before + "; " + more));
            return settings;
        }
    }

    /** What stands in the URL itself, in its client's words. */
    private Map<String, String> parts(ConnectionUrl url) {
        if (wholeLogin && !url.user().isEmpty() && url.password().isEmpty()) {
            refuse("what stands alone before the @ is a user to some clients and the password to others; it is "
                    + "USER:PASSWORD@ or :PASSWORD@, and a user alone ?user=USER");
        }
        Map<String, String> given = new LinkedHashMap<>();
        if (!url.hosts().isEmpty()) {
            given.put(HOST, url.hosts().stream().map(Host::name).collect(Collectors.joining(",")));
            if (url.hosts().stream().anyMatch(host -> !host.port().isEmpty())) {
                given.put(PORT, url.hosts().stream().map(Host::port).collect(Collectors.joining(",")));
            }
        }
        Map.of(USER, url.user(), PASSWORD, url.password()).forEach((word, value) -> {
            if (!value.isEmpty()) {
                given.put(word, value);
            }
        });
        if (!url.path().replace("/", "").isEmpty()) {
            given.putAll(path.apply(url.path().substring(1)));
        }
        url.parameters().forEach((name, value) -> {
            if (given.put(known(name), value) != null) {
                refuse("'" + known(name) + "' stands in it twice");
            }
        });
        if (given.containsKey(PASSWORD) && !given.get(PASSWORD).equals(ConnectionUrl.HIDDEN)) {
            refuse("a password in a URL is taken where it is used at once, and stored nowhere; here leave it out, and "
                    + "set password to where it is kept, env:VARIABLE or file:PATH");
        }
        return given;
    }

    /** A word as this form has it, however its hyphens, underscores and case are written. */
    private String known(String name) {
        List<String> same = words.keySet().stream().filter(w -> OptionFile.name(w).equals(OptionFile.name(name)))
                .toList();
        if (same.isEmpty()) {
            List<String> known = words.keySet().stream().filter(w -> !notOffered.contains(OptionFile.name(w))).toList();
            refuse("unknown parameter" + (TOLD.matcher(name).matches() ? " '" + name + "'"
                    + Suggestions.hint(name, known) : "") + "; known are " + String.join(", ", known));
        }
        return same.getFirst();
    }

    /** The address, or the socket. */
    private Map<String, String> place(Map<String, String> given, int usualPort) {
        List<String> hosts = List.of(given.getOrDefault(HOST, "").split(",", -1));
        List<String> ports = List.of(given.getOrDefault(PORT, "").split(",", -1));
        if (ports.size() != 1 && ports.size() != hosts.size()) {
            refuse("it has " + hosts.size() + " hosts and " + ports.size() + " ports");
        }
        if (hosts.size() > 1 && !several) {
            refuse("several hosts are not supported by its driver, which connects to one: name that, or a proxy before "
                    + "them all");
        }
        List<String> all = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            String at = ports.get(ports.size() == 1 ? 0 : i);
            if (hosts.get(i).startsWith("/") || hosts.get(i).startsWith("@")) {
                return socket(hosts, at.isEmpty() ? String.valueOf(usualPort) : at);
            }
            all.add(address(hosts.get(i), at.isEmpty() ? String.valueOf(usualPort) : at));
        }
        return Map.of(places.address(), String.join(",", all));
    }

    private Map<String, String> socket(List<String> hosts, String at) {
        if (hosts.size() > 1) {
            refuse("a socket and other hosts do not go together");
        }
        return sockets.map(file -> Map.of(places.socket(), file.apply(hosts.getFirst(), at)))
                .orElseGet(() -> refuse("a folder of sockets is no host of its own clients"));
    }

    private String address(String host, String at) {
        String name = host.isEmpty() ? LOCAL : host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]"
                : host;
        return places.isAddress().test(name + ":" + at) ? name + ":" + at
                : refuse("its host is a name or an address in numbers, and its port a number up to 65535");
    }

    /** A password that stood in the URL is asked for, unless whoever took it out answers; others know their place. */
    private String where(String password, Map<String, String> settings) {
        String user = settings.getOrDefault(places.user(), "");
        return !password.equals(ConnectionUrl.HIDDEN) ? password : new SecretRef(SecretRef.Kind.PROMPT,
                "the password of " + (user.isEmpty() ? "" : user + " at ") + settings.getOrDefault(places.socket(),
                settings.get(places.address()))).toString();
    }

    private static String shown(String text) {
        return TOLD.matcher(text).matches() ? text : "…";
    }

    /** Refuses a URL. @param why in words that follow its server's name */
    public static <T> T refuse(String why) {
        throw new InvalidInputException(why);
    }
}
