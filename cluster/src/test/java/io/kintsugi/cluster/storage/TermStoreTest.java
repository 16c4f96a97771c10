package io.kintsugi.cluster.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Term;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TermStoreTest {
    private static final NodeId A = new NodeId("a", "1");
    private static final NodeId B = new NodeId("b", "2");

    @TempDir
    private Path directory;

    private TermStore ofA;
    private TermStore ofB;

    @BeforeEach
    void open() {
        ofA = new TermStore(new FileStore(directory, "a1"));
        ofB = new TermStore(new FileStore(directory, "b2"));
    }

    @Test
    void everyTermIsAboveTheEarlierOnesWhoeverTakesIt() {
        assertThat(ofA.highest()).isEqualTo(Term.NONE);

        assertThat(ofA.acquire(A)).isEqualTo(new Term(1));
        assertThat(ofB.acquire(B)).isEqualTo(new Term(2));
        assertThat(ofA.acquire(A)).isEqualTo(new Term(3));

        assertThat(ofB.highest()).isEqualTo(new Term(3));
        assertThat(ofB.holder(new Term(2))).contains("b/2");
    }

    @Test
    void keepsCountingAfterManyTermsAndForgetsTheOldOnes() {
        for (int i = 0; i < 150; i++) {
            ofA.acquire(A);
        }

        assertThat(ofB.acquire(B)).isEqualTo(new Term(151));
        assertThat(ofA.holder(new Term(1))).isEmpty();
        assertThat(ofA.holder(new Term(100))).isPresent();
    }
}
