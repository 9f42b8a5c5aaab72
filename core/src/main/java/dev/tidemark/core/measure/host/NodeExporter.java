package dev.tidemark.core.measure.host;

import module java.base;
import dev.tidemark.core.result.MetricSnapshot;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Another machine, as a Prometheus node_exporter there tells it; the same names as on this one. */
final class NodeExporter implements HostSource {

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    /** The most bytes of a page; one of a machine with a hundred processors and devices has some 200 kB. */
    static final int MOST_BYTES = 4 << 20;
    /** Only these are asked for where the URL leaves it open, so that the target's machine has little to do. */
    private static final List<String> NEEDED = List.of("cpu", "meminfo", "diskstats", "stat", "netdev");
    /** Of which adapter an interface is, which reads dozens of files of each: asked for once, where there are several. */
    private static final List<String> ADAPTERS = List.of("netclass");

    private static final Map<String,
            String> MODES = Map.of("user", HostCounters.CPU_USER, "nice", HostCounters.CPU_USER,
            "system", HostCounters.CPU_SYSTEM, "irq", HostCounters.CPU_SYSTEM, "softirq", HostCounters.CPU_SYSTEM,
            "idle", HostCounters.CPU_IDLE, "iowait", HostCounters.CPU_IOWAIT, "steal", HostCounters.CPU_STEAL);
    private static final Map<String, String> DISK = Map.of("node_disk_reads_completed_total", HostCounters.READS,
            "node_disk_read_bytes_total", HostCounters.READ_BYTES,
            "node_disk_read_time_seconds_total", HostCounters.READ_TIME,
            "node_disk_writes_completed_total", HostCounters.WRITES,
            "node_disk_written_bytes_total", HostCounters.WRITE_BYTES,
            "node_disk_write_time_seconds_total", HostCounters.WRITE_TIME,
            "node_disk_io_time_seconds_total", HostCounters.IO_TIME,
            "node_disk_io_time_weighted_seconds_total", HostCounters.QUEUE_TIME);

    private static final Set<String> NETWORK = Set.of("node_network_receive_bytes_total",
            "node_network_transmit_bytes_total");
    /** Itself, to which nothing comes from here, and interfaces through which goes what goes through others, too. */
    private static final String NOT_COUNTED = "(lo|veth|docker|br|virbr|cni|flannel|cali|tun|tap|dummy|bond|team|vlan|macvlan"
            + "|ipvlan|vxlan|geneve|gre|sit|ip6tnl|wg|ovs|ifb).*|.+\\..+|";

    /** Interfaces of which several adapters are members, with the same address as these. */
    private static final String BOND = "(bond|team).*";

    private static final Pattern PART = Pattern.compile("(?<digits>.*[0-9])p[0-9]+|(?<disk>.*[^0-9])[0-9]+");

    private final String url;
    private final Duration patience;
    private final HttpRequest request;
    private final HttpClient client;
    /** Of interfaces, by name; null until they are needed. */
    private Map<String, String> addresses;

    /** @param url of the exporter; without a path, {@code /metrics} with what is needed of it */
    NodeExporter(String url) {
        this(url, PATIENCE);
    }

    /** @param patience for the whole answer, from the call to the last byte of the page */
    NodeExporter(String url, Duration patience) {
        this.url = url;
        this.patience = patience;
        this.request = HttpRequest.newBuilder(page(url, NEEDED)).GET().build();
        this.client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    private static URI page(String url, List<String> collectors) {
        URI uri = URI.create(url);
        return isOpen(uri) ? uri.resolve("/metrics?" + collectors.stream().map(name -> "collect%5B%5D=" + name)
                .collect(Collectors.joining("&"))) : uri;
    }

    /** Whether it leaves open what is asked for. */
    private static boolean isOpen(URI uri) {
        return (uri.getPath() == null || uri.getPath().length() < 2) && uri.getQuery() == null;
    }

    @Override
    public List<MetricSnapshot> read() throws IOException {
        List<PrometheusSample> samples = samples(request);
        if (samples.isEmpty()) {
            throw new IOException(url + " has no metrics of a node_exporter");
        }
        List<MetricSnapshot> readings = new ArrayList<>(List.of(host(samples)));
        devices(samples).forEach((name, counters) ->
                readings.add(new MetricSnapshot(MetricSnapshot.DEVICE + name, counters, Map.of())));
        return readings;
    }

    private List<PrometheusSample> samples(HttpRequest request) throws IOException {
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(request,
                HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofString(), MOST_BYTES));
        try {
            HttpResponse<String> response = answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (response.statusCode() != 200) {
                throw new IOException(url + " answered with status " + response.statusCode()
                        + (response.statusCode() == 400 && request.uri().getQuery() != null ? ", as where one of the "
                        + "collectors " + String.join(", ", NEEDED) + " is off; " + url + "/metrics asks for all that are on"
                        : ""));
            }
            return response.body().lines().filter(line -> line.startsWith("node_")).map(PrometheusSample::parse)
                    .flatMap(Optional::stream).toList();
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new IOException(url + " did not answer within " + patience.toSeconds() + " s");
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(url + " was no longer waited for");
        } catch (ExecutionException e) {
            throw new IOException(url + " can't be read: " + reason(e.getCause()), e.getCause());
        }
    }

    private static String reason(Throwable cause) {
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private MetricSnapshot host(List<PrometheusSample> samples) throws IOException {
        Map<String, Double> counters = new HashMap<>();
        Map<String, Double> network = new HashMap<>();
        Map<String, Double> plain = new HashMap<>();
        Set<String> processors = new HashSet<>();
        for (PrometheusSample sample : samples) {
            String mode = MODES.get(sample.label("mode"));
            if (sample.name().equals("node_cpu_seconds_total") && mode != null) {
                counters.merge(mode, sample.number(), Double::sum);
                if (!mode.equals(HostCounters.CPU_IDLE) && !mode.equals(HostCounters.CPU_IOWAIT)) {
                    counters.merge(HostCounters.CPU_BUSY + sample.label("cpu"), sample.number(), Double::sum);
                }
                processors.add(sample.label("cpu"));
            } else if (NETWORK.contains(sample.name()) && !sample.label("device").matches(NOT_COUNTED)) {
                network.merge(sample.label("device"), sample.number(), Double::sum);
            } else if (sample.name().equals("node_context_switches_total")) {
                counters.put(HostCounters.CONTEXT_SWITCHES, sample.number());
            } else if (sample.labels().isEmpty()) {
                plain.put(sample.name(), sample.number());
            }
        }
        if (!network.isEmpty()) {
            counters.put(HostCounters.NETWORK_BYTES, network.size() == 1 ? network.values().iterator().next()
                    : sum(network, addresses(samples)));
        }
        Map<String, Double> gauges = LinuxHost.memory(plain, "node_memory_MemTotal_bytes",
                "node_memory_MemAvailable_bytes", "node_memory_Cached_bytes", "node_memory_Buffers_bytes",
                "node_memory_Dirty_bytes", "node_memory_Writeback_bytes", 1);
        if (!processors.isEmpty()) {
            gauges.put(HostCounters.CORES, (double) processors.size());
        }
        return new MetricSnapshot(MetricSnapshot.HOST, counters, gauges);
    }

    /**
     * Of interfaces with one address, as in a virtual machine of the function of an adapter and the paravirtual interface
     * before it, the one through which all goes counts, which has most bytes. The members of a bond have its address, too,
     * and count each.
     */
    private static double sum(Map<String, Double> network, Map<String, String> addresses) {
        Set<String> bonds = addresses.entrySet().stream().filter(e -> e.getKey().matches(BOND)).map(Map.Entry::getValue)
                .collect(Collectors.toSet());
        Map<String, Double> adapters = new HashMap<>();
        network.forEach((name, bytes) -> adapters.merge(Optional.ofNullable(addresses.get(name))
                .filter(address -> !bonds.contains(address)).orElse(name), bytes, Math::max));
        return adapters.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** None where it does not tell them. */
    private Map<String, String> addresses(List<PrometheusSample> samples) throws IOException {
        if (addresses == null) {
            addresses = addressesIn(samples);
            if (addresses.isEmpty() && isOpen(URI.create(url))) {
                try {
                    addresses = addressesIn(samples(HttpRequest.newBuilder(page(url, ADAPTERS)).GET().build()));
                } catch (InterruptedIOException e) {
                    addresses = null;
                    throw e;
                } catch (IOException e) {
                    addresses = Map.of(); // as where this collector is off; all of a run is read alike
                }
            }
        }
        return addresses;
    }

    private static Map<String, String> addressesIn(List<PrometheusSample> samples) {
        return samples.stream().filter(s -> s.name().equals("node_network_info") && s.label("address").matches(".*[1-9a-f].*"))
                .collect(Collectors.toMap(s -> s.label("device"), s -> s.label("address"), (one, other) -> other));
    }

    /**
     * Which of them hold the data can't be known from here, so these are all that ever did anything; volumes and
     * arrays only where there is nothing beneath them, and neither partitions of one that is there nor the single paths
     * to an NVMe device, lest their bytes count twice.
     */
    private static Map<String, Map<String, Double>> devices(List<PrometheusSample> samples) {
        Map<String, Map<String, Double>> devices = new TreeMap<>();
        for (PrometheusSample sample : samples) {
            String counter = DISK.get(sample.name());
            if (counter != null && !sample.label("device").matches("(loop|ram|zram|fd|sr)[0-9]+|")) {
                devices.computeIfAbsent(sample.label("device"), name -> new HashMap<>()).put(counter, sample.number());
            }
        }
        devices.values().removeIf(counters -> counters.getOrDefault(HostCounters.READS, 0.0)
                + counters.getOrDefault(HostCounters.WRITES, 0.0) == 0);
        Set<String> all = Set.copyOf(devices.keySet());
        devices.keySet().removeIf(name -> isPart(name, all));
        if (!devices.keySet().stream().allMatch(NodeExporter::isLayer)) {
            devices.keySet().removeIf(NodeExporter::isLayer);
        }
        return devices;
    }

    private static boolean isLayer(String device) {
        return device.matches("(dm-|md|bcache|drbd|zd[0-9]).*");
    }

    /** The kernel writes a p before a partition's number where the disk's name ends with a number itself. */
    private static boolean isPart(String device, Set<String> all) {
        Matcher part = PART.matcher(device);
        return part.matches() && all.contains(part.group("digits") == null ? part.group("disk") : part.group("digits"))
                || device.matches("nvme[0-9]+c[0-9]+n[0-9]+");
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    @Override
    public String toString() {
        return url;
    }
}
