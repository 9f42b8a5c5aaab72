package dev.tidemark.core.measure.environment;

import module java.base;

/** What Linux tells about the machine. */
record LinuxMachine(ProcFs pseudo) {

    /** Swap in use below this share of memory is normal on a machine that has run for long. */
    private static final double MUCH_SWAP = 0.01;

    void describe(int coresOfProcess, FactsBuilder facts) {
        describeSystem(facts);
        describeProcessors(coresOfProcess, facts);
        describeMemory(facts);
        describePower(facts);
    }

    private void describeSystem(FactsBuilder facts) {
        facts.add("os", pseudo.field("etc/os-release", "PRETTY_NAME")
                .or(() -> pseudo.field("usr/lib/os-release", "PRETTY_NAME"))
                .map(name -> name.replace("\"", "")).or(() -> Optional.of("Linux")));
        facts.add("kernel", pseudo.text("proc/sys/kernel/osrelease"));
        facts.add("machine", Optional.of(Stream.of("sys_vendor", "product_name")
                .flatMap(name -> pseudo.text("sys/class/dmi/id/" + name).stream()).collect(Collectors.joining(" "))));
        facts.add("virtual-machine", virtualMachine());
        facts.add("container", container());
    }

    /** The maker of the virtual machine that this is; absent on bare metal, or where nothing tells. */
    Optional<String> virtualMachine() {
        String maker = Stream.of("sys/class/dmi/id/sys_vendor", "sys/class/dmi/id/product_name", "sys/hypervisor/type",
                        "proc/sys/kernel/osrelease")
                .flatMap(file -> pseudo.text(file).stream()).collect(Collectors.joining(" ")).toLowerCase(Locale.ROOT);
        boolean claimed = pseudo.lines("proc/cpuinfo").stream()
                .anyMatch(line -> line.startsWith("flags") && (line + " ").contains(" hypervisor "));
        if (maker.contains("microsoft-standard") || maker.contains("wsl2")) {
            return Optional.of("wsl");
        }
        return Stream.of("kvm", "qemu", "vmware", "virtualbox", "xen", "firecracker", "parallels", "bhyve")
                .filter(maker::contains).findFirst()
                .or(() -> claimed ? Optional.of(cloud(maker)) : Optional.empty());
    }

    private static String cloud(String maker) {
        return maker.contains("amazon") ? "amazon-ec2"
                : maker.contains("google") ? "google-compute-engine"
                : maker.contains("microsoft") ? "hyper-v" : "yes";
    }

    private Optional<String> container() {
        if (pseudo.exists(".dockerenv")) {
            return Optional.of("docker");
        }
        return pseudo.exists("run/.containerenv") ? Optional.of("podman") : pseudo.text("run/systemd/container");
    }

    private void describeProcessors(int coresOfProcess, FactsBuilder facts) {
        facts.add("cpu", cpu());
        int cores = cores().orElse(coresOfProcess);
        facts.addNumber("cores", cores, "");
        double limit = Math.min(coresOfProcess, new ControlGroup(pseudo).coreLimit().orElse((double) coresOfProcess));
        if (limit < cores) {
            facts.addNumber("core-limit", limit, "");
        }
    }

    /** The processor's name; ARM kernels tell only the numbers of its maker and part. */
    private Optional<String> cpu() {
        return pseudo.field("proc/cpuinfo", "model name")
                .or(() -> pseudo.text("sys/firmware/devicetree/base/model").map(model -> model.replace("\0", "")))
                .or(() -> pseudo.field("proc/cpuinfo", "CPU implementer").flatMap(maker ->
                        pseudo.field("proc/cpuinfo", "CPU part").map(part -> "implementer " + maker + " part " + part)))
                .map(name -> name.replaceAll("\\s+", " "));
    }

    private Optional<Integer> cores() {
        long count = pseudo.lines("proc/cpuinfo").stream().filter(line -> line.matches("processor\\s*:.*")).count();
        return count > 0 ? Optional.of((int) count) : Optional.empty();
    }

    /** What control groups allow a process, where it is less than the machine has. */
    Optional<Long> memoryLimit(ControlGroup of) {
        Optional<Long> memory = pseudo.kilobytes("proc/meminfo", "MemTotal");
        return of.memoryLimit().filter(limit -> memory.isEmpty() || limit < memory.get());
    }

    private void describeMemory(FactsBuilder facts) {
        Optional<Long> memory = pseudo.kilobytes("proc/meminfo", "MemTotal");
        memory.ifPresent(bytes -> facts.addBytes("memory", bytes));
        memoryLimit(new ControlGroup(pseudo)).ifPresent(limit -> facts.addBytes("memory-allowed", limit));
        facts.add("huge-pages", pseudo.text("sys/kernel/mm/transparent_hugepage/enabled").map(ProcFs::chosen));
        long swapped = pseudo.kilobytes("proc/meminfo", "SwapTotal").orElse(0L)
                - pseudo.kilobytes("proc/meminfo", "SwapFree").orElse(0L);
        if (memory.isPresent() && swapped > MUCH_SWAP * memory.get()) {
            facts.warn(FactsBuilder.bytesText(swapped)
                    + " of memory are swapped out: what comes back during a run takes disk time from it.");
        }
    }

    private void describePower(FactsBuilder facts) {
        List<String> governors = ProcFs.entries(pseudo.path("sys/devices/system/cpu")).stream()
                .flatMap(cpu -> ProcFs.text(cpu.resolve("cpufreq/scaling_governor")).stream()).distinct().toList();
        facts.add("governor", String.join(", ", governors));
        if (!governors.isEmpty() && !governors.equals(List.of("performance"))) {
            facts.warn("The CPU frequency governor is " + String.join(", ", governors)
                    + ", not performance: short work may run at a lower clock.");
        }
        if (ProcFs.entries(pseudo.path("sys/class/power_supply")).stream().anyMatch(LinuxMachine::drains)) {
            facts.warn("The machine runs on battery: its processors may be slowed down to save power.");
        }
    }

    /** Whether this is the machine's battery, in use; those of mice and keyboards have the scope of a device. */
    private static boolean drains(Path supply) {
        return ProcFs.text(supply.resolve("type")).equals(Optional.of("Battery"))
                && ProcFs.text(supply.resolve("status")).equals(Optional.of("Discharging"))
                && !ProcFs.text(supply.resolve("scope")).equals(Optional.of("Device"));
    }
}
