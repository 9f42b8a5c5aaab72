package dev.tidemark.core.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A team at work.
 *
 * @param number from 0, by position in the stage
 * @param team   what it does
 * @param first  the stage's number of its first worker
 * @param shared the lane that its workers take from, where they have none of their own
 * @param due    counts the slots of an open loop; empty for a closed one
 */
record Squad(int number, Team team, int first, SharedLane shared, Optional<DueCounter> due) {

    static List<Squad> of(List<Team> teams) {
        List<Squad> squads = new ArrayList<>();
        int first = 0;
        for (Team team : teams) {
            int number = squads.size();
            Optional<DueCounter> due = team.load() instanceof Load.Open open
                    ? Optional.of(new DueCounter(open.schedule(), team.operations())) : Optional.empty();
            squads.add(new Squad(number, team, first,
                    new SharedLane(number * Team.LANES, team.operations(), team.load().workers()), due));
            first += team.load().workers();
        }
        return List.copyOf(squads);
    }

    int workers() {
        return team.load().workers();
    }

    /** Whether a worker, by its number in the stage, is one of it. */
    boolean has(int worker) {
        return worker >= first && worker < first + workers();
    }

    /** Where a worker, by its number in the team, takes its operations from. */
    Lane lane(int member, Load.Lanes lanes) {
        return switch (lanes) {
            case SHARED -> shared;
            case OWNED -> new OwnedLane(number * Team.LANES, member, team.operations(), workers());
        };
    }
}
