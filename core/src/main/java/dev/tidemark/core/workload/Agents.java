package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamType;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.ValueList;
import dev.tidemark.core.param.Values;

/**
 * The processes that offer the load of a run together, here or on other machines. Each is a runner whose frames go over
 * the standard input and output of what starts it.
 *
 * @param all at least one; the first leads
 */
public record Agents(List<Agent> all) {

    /** The most that one run has. */
    static final int MOST = 64;

    /** One process that offers a part of the load. */
    public sealed interface Agent {

        /** As people are told it, where it is the only one of that name. */
        String name();

        /** The same without a name that somebody gave it. */
        default Agent plain() {
            return this;
        }

        /**
         * One that somebody has given a name.
         *
         * @param plain what it is; without a name itself
         */
        record Named(String name, Agent plain) implements Agent {
            @Override
            public String toString() {
                return name + "=" + plain;
            }
        }

        /** One of several that are written together, with their number. */
        sealed interface Counted extends Agent {
            /** How so many are written. */
            String times(int count);

            /** What it has a place of its own in; those with an equal one stand in its places by turns. */
            String places();
        }

        /** A process of this machine. */
        record Local() implements Counted {
            @Override
            public String name() {
                return LOCAL;
            }

            @Override
            public String times(int count) {
                return LOCAL + ":" + count;
            }

            @Override
            public String places() {
                return LOCAL;
            }

            @Override
            public String toString() {
                return times(1);
            }
        }

        /** One on a node that Slurm has. @param program that is started there */
        record Slurm(String program) implements Counted {
            @Override
            public String name() {
                return SLURM;
            }

            @Override
            public String times(int count) {
                return SLURM + ":" + count + behind(program);
            }

            @Override
            public String places() {
                return SLURM;
            }

            @Override
            public String toString() {
                return times(1);
            }
        }

        /** One in a pod of an indexed Job of Kubernetes. @param job its name */
        record Pod(String job) implements Counted {

            /** The Job's name, where none is said. */
            public static final String USUAL = ShellCommand.PROGRAM;

            @Override
            public String name() {
                return K8S;
            }

            @Override
            public String times(int count) {
                return K8S + ":" + count + (job.equals(USUAL) ? "" : ":" + job);
            }

            @Override
            public String places() {
                return K8S + ":" + job;
            }

            @Override
            public String toString() {
                return times(1);
            }
        }

        /** One that a command of the user's starts, with what to start behind it. @param command as a shell reads it */
        record Exec(String command) implements Agent {
            @Override
            public String name() {
                return "exec";
            }

            @Override
            public String toString() {
                String quote = command.indexOf('\'') < 0 ? "'" : "\"";
                return "exec:" + quote + command + quote;
            }
        }

        /**
         * One that the system's ssh starts.
         *
         * @param destination as ssh has it: a host of its configuration, perhaps with a user
         * @param program     that is started there
         */
        record Ssh(String destination, String program) implements Agent {
            @Override
            public String name() {
                return destination.substring(destination.indexOf('@') + 1);
            }

            @Override
            public String toString() {
                return SSH + ":" + destination + behind(program);
            }
        }
    }

    private static final String LOCAL = "local";
    private static final String SSH = "ssh";
    private static final String EXEC = "exec";
    private static final String SLURM = "slurm";
    private static final String K8S = "k8s";
    private static final List<String> KINDS = List.of(LOCAL, SSH, SLURM, K8S, EXEC);
    private static final String WAYS = "local:N, ssh:[USER@]HOST, slurm:N, k8s:N, exec:'COMMAND' or the name of a stored "
            + "one";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private static final ParamType<Agents> TYPE = new ParamType<>() {
        @Override
        public String kind() {
            return "agents";
        }

        @Override
        public String example() {
            return "ssh:gen1,ssh:ada@gen2";
        }

        @Override
        public Agents parse(String text) {
            return Agents.parse(text);
        }

        @Override
        public ValueList several() {
            return ValueList.ONE; // a value has commas
        }
    };

    public static final Param<Agents> PARAM = Param.typed("agents", TYPE).reaching(Reach.COMMAND, Agents::commands)
            .orElse("none").changing(ChangeCost.RESTART)
            .help("Processes that offer the load together, commas between: local:N, so many on this machine; "
                    + "ssh:[USER@]HOST, one there, where tidemark is installed (ssh:HOST:/path/of/tidemark); "
                    + "slurm:N, one on each of so many nodes of Slurm; k8s:N, one in each of so many pods; "
                    + "exec:'COMMAND', one that a command starts, as docker exec -i does; NAME, one stored by "
                    + "agent add.");

    /** What an entry consists of, or the comma behind it. One at a time: a pattern of many would go as deep as they are. */
    private static final Pattern PIECE = Pattern.compile("[^,'\"]++|'[^']*+'|\"[^\"]*+\"|,");
    private static final Pattern HOST = Pattern.compile("(?:[A-Za-z0-9_][A-Za-z0-9_.-]*@)?[A-Za-z0-9_][A-Za-z0-9_.-]*");
    /** As Kubernetes has it, where pods are called after it. */
    private static final Pattern JOB = Pattern.compile("[a-z](?:[a-z0-9-]{0,50}[a-z0-9])?");
    private static final Pattern PATH = Pattern.compile("[~/][A-Za-z0-9_./+@-]*");

    public Agents {
        all = List.copyOf(all);
    }

    /** The agents of a point; empty where its load is offered by one process of this machine, as usual. */
    public static Optional<Agents> of(Values point) {
        return point.params().contains(PARAM) ? point.find(PARAM) : Optional.empty();
    }

    /** What a list says. @throws InvalidInputException without the name of the setting */
    static Agents parse(String text) {
        List<Agent> all = entries(text).stream().flatMap(e -> entry(e).stream()).toList();
        if (all.size() > MOST) {
            throw new InvalidInputException(all.size() + " agents are too many; a run has " + MOST + " at most");
        }
        return new Agents(all);
    }

    /** One agent, as it is stored under a name. @throws InvalidInputException when it is several, or has a name */
    public static Agent one(String text) {
        List<Agent> all = entries(text).stream().flatMap(e -> plain(e).stream()).toList();
        if (all.size() > 1) {
            throw new InvalidInputException("'" + text + "': a name stands for one agent, as ssh:ada@gen2 is one");
        }
        return all.getFirst();
    }

    /** Whether a name says itself what an agent is, so that none can be stored under it. */
    public static boolean isTaken(String name) {
        return KINDS.contains(name) || PARAM.isAbsent(name);
    }

    /**
     * A list with what stored names stand for behind them, so that it says by itself who offers the load.
     *
     * @param stored agents by name
     * @throws InvalidInputException when it is no list, or has an unknown name, naming the nearest
     */
    public static String written(String list, Map<String, String> stored) {
        return PARAM.isAbsent(list) ? list : entries(list).stream().map(e -> NAME.matcher(e).matches()
                ? e + "=" + known(e, stored) : e).collect(Collectors.joining(","));
    }

    private static String known(String name, Map<String, String> stored) {
        if (!stored.containsKey(name)) {
            throw noAgent(name, Suggestions.hint(name, Stream.concat(stored.keySet().stream(), KINDS.stream())
                    .toList()));
        }
        return stored.get(name);
    }

    private static InvalidInputException noAgent(String text, String hint) {
        return new InvalidInputException("'" + text + "' is no agent; write " + WAYS + hint);
    }

    private static List<String> entries(String text) {
        List<String> all = new ArrayList<>();
        StringBuilder entry = new StringBuilder();
        Matcher pieces = PIECE.matcher(text);
        int end = 0;
        while (pieces.find() && pieces.start() == end) {
            end = pieces.end();
            if (pieces.group().equals(",")) {
                all.add(entry.toString().strip());
                entry.setLength(0);
            } else {
                entry.append(pieces.group());
            }
        }
        if (end < text.length() || entry.toString().isBlank()) {
            throw new InvalidInputException("expected a list as " + WAYS + ", not '" + text + "'");
        }
        all.add(entry.toString().strip());
        return all;
    }

    private static List<Agent> entry(String text) {
        int sign = text.indexOf('=');
        return sign > 0 && NAME.matcher(text.substring(0, sign)).matches() ? List.of(new Agent.Named(
                text.substring(0, sign), one(text.substring(sign + 1).strip()))) : plain(text);
    }

    /** Without a name. */
    private static List<Agent> plain(String text) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        String rest = colon < 0 ? "" : text.substring(colon + 1).strip();
        if (!KINDS.contains(kind) || rest.isEmpty()) {
            throw noAgent(text, Suggestions.hint(kind, KINDS));
        }
        return switch (kind) {
            case LOCAL -> counted(LOCAL, rest, new Agent.Local());
            case SLURM -> slurm(rest);
            case K8S -> pods(rest);
            case SSH -> List.of(ssh(rest));
            default -> List.of(exec(unquoted(rest)));
        };
    }

    private static Agent exec(String command) {
        if (command.indexOf('\'') >= 0 && command.indexOf('"') >= 0) {
            throw new InvalidInputException("exec: a command with quotes of both kinds cannot be written here; put it "
                    + "into a script");
        }
        return new Agent.Exec(command);
    }

    private static List<Agent> slurm(String rest) {
        int colon = rest.indexOf(':');
        return counted(SLURM, colon < 0 ? rest : rest.substring(0, colon), new Agent.Slurm(program(SLURM + ":" + rest,
                colon < 0 ? "" : rest.substring(colon))));
    }

    private static List<Agent> pods(String rest) {
        int colon = rest.indexOf(':');
        String job = colon < 0 ? Agent.Pod.USUAL : rest.substring(colon + 1);
        if (!JOB.matcher(job).matches()) {
            throw new InvalidInputException(K8S + ":" + rest + ": behind the number stands the name of a Job, of small "
                    + "letters, digits and hyphens");
        }
        return counted(K8S, colon < 0 ? rest : rest.substring(0, colon), new Agent.Pod(job));
    }

    private static List<Agent> counted(String kind, String count, Agent each) {
        if (!count.matches("[1-9][0-9]?") || Integer.parseInt(count) > MOST) {
            throw new InvalidInputException(kind + ":" + count + ": write how many, 1 to " + MOST);
        }
        return Collections.nCopies(Integer.parseInt(count), each);
    }

    /** @param behind the place: nothing, or a colon and a path @param entry for messages */
    private static String program(String entry, String behind) {
        if (behind.isEmpty()) {
            return ShellCommand.PROGRAM;
        }
        if (!PATH.matcher(behind.substring(1)).matches()) {
            throw new InvalidInputException(entry + ": behind the " + (entry.startsWith(SLURM) ? "number" : "host")
                    + " stands the path of the program, as /opt/tidemark/bin/tidemark");
        }
        return behind.substring(1);
    }

    /** The other way round. */
    private static String behind(String program) {
        return program.equals(ShellCommand.PROGRAM) ? "" : ":" + program;
    }

    /** What begins with a hyphen would be an option of ssh. */
    private static Agent ssh(String place) {
        int colon = place.indexOf(':');
        String host = colon < 0 ? place : place.substring(0, colon);
        if (!HOST.matcher(host).matches()) {
            throw new InvalidInputException("ssh:" + place + ": '" + host + "' is no host; write ssh:[USER@]HOST, with "
                    + "a name of your ssh configuration where it needs more");
        }
        return new Agent.Ssh(host, program(SSH + ":" + place, colon < 0 ? "" : place.substring(colon)));
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() > 1 && (text.startsWith("'") || text.startsWith("\""))
                && text.indexOf(text.charAt(0), 1) == text.length() - 1;
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /** Programs of this machine that they run. */
    private List<String> commands() {
        return all.stream().map(Agent::plain).filter(a -> !(a instanceof Agent.Local)).map(Agent::toString).distinct()
                .toList();
    }

    /** As people are told them: each by a name that no other has, those of one name by a number that makes it so. */
    public List<String> names() {
        Map<String, Long> own = all.stream().collect(Collectors.groupingBy(Agent::name, Collectors.counting()));
        Map<String, Integer> seen = new HashMap<>();
        return all.stream().map(Agent::name).map(name -> own.get(name) == 1 ? name
                : Stream.generate(() -> name + "-" + seen.merge(name, 1, Integer::sum))
                        .filter(numbered -> !own.containsKey(numbered)).findFirst().orElseThrow()).toList();
    }

    /** How many before one have places, as nodes or pods, of those that it has one of. @param number from 0 */
    public int placesBefore(int number) {
        return (int) all.subList(0, number).stream().filter(a -> places(a).isPresent()
                && places(a).equals(places(all.get(number)))).count();
    }

    private static Optional<String> places(Agent agent) {
        return agent.plain() instanceof Agent.Counted counted ? Optional.of(counted.places()) : Optional.empty();
    }

    /** As it is written. */
    @Override
    public String toString() {
        List<String> written = new ArrayList<>();
        int alike = 0;
        for (int i = 0; i < all.size(); i++) {
            alike++;
            boolean last = i + 1 == all.size() || !all.get(i + 1).equals(all.get(i));
            if (!(all.get(i) instanceof Agent.Counted counted)) {
                written.add(all.get(i).toString());
            } else if (last) {
                written.add(counted.times(alike));
            }
            alike = last ? 0 : alike;
        }
        return String.join(",", written);
    }
}
