package dev.tidemark.cli;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.testing.Effort;

/** Variants of one behaviour of which a few are tried each day, and all at full size. */
final class Drawn {

    private Drawn() {}

    /** The drivers that keep their data on this machine, without a server, and can do all of this. */
    static List<String> driversHere(Capability... needed) {
        return Drivers.all().stream().filter(d -> !d.sharedByProcesses())
                .filter(d -> d.params().lookUp(ConnectionParams.CONNECT_TIMEOUT.name()).isEmpty())
                .filter(d -> d.capabilities().containsAll(List.of(needed))).map(Driver::name).toList();
    }

    /** So many of them, or all, in their order. @param test that asks */
    static <T> List<T> some(int count, List<T> all, Class<?> test) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            places.add(i);
        }
        Collections.shuffle(places, Effort.random(test));
        return places.subList(0, Effort.of(count, all.size())).stream().sorted().map(all::get).toList();
    }
}
