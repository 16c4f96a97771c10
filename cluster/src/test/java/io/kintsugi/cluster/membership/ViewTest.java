package io.kintsugi.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ViewTest {
    private final Member worker = Nodes.member("w", Role.WORKER);
    private final Member elder = Nodes.member("b", Role.COORDINATOR, Role.WORKER);
    private final Member younger = Nodes.member("a", Role.COORDINATOR);

    @Test
    void theOldestCoordinatorLeads() {
        View view = new View(List.of(worker, elder, younger), 2);

        assertThat(view.leader()).contains(elder.id());
    }

    @Test
    void nobodyLeadsBelowTheQuorumOfCoordinators() {
        View view = new View(List.of(worker, elder), 2);

        assertThat(view.leader()).isEmpty();
    }

    @Test
    void aNodeOfItsOwnLeadsItself() {
        assertThat(new SingleNode(elder).leader()).contains(elder.id());
        assertThat(new SingleNode(worker).leader()).isEmpty();
    }

    @Test
    void aMemberSurvivesItsWayThroughAttributes() {
        assertThat(MemberAttributes.read(MemberAttributes.of(elder))).contains(elder);
    }
}
