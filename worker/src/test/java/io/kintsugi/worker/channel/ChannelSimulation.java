package io.kintsugi.worker.channel;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.LatencyMarker;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.worker.channel.ChannelOracle.Reading;
import io.kintsugi.worker.channel.ChannelOracle.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One channel over a {@link LossyNetwork}, with attempts that come and go while older ones live on as zombies. Both ends
 * store their state now and then, at moments of their own; a new attempt goes on from there. Each act is drawn from the
 * seed; {@link ChannelOracle} stands outside and is asked after each.
 */
final class ChannelSimulation {
    static final ChannelId ID = new ChannelId(0, 0, 0);
    static final ChannelSettings SETTINGS = new ChannelSettings(8, 10, 1024, 4096, 5, 500, 2500);
    private static final long MS = 1_000_000;
    private static final int ZOMBIES_MAX = 3;
    private static final List<AbsentConsumer> POLICIES = List.of(
            AbsentConsumer.block(),
            AbsentConsumer.discard(),
            AbsentConsumer.buffer(3_000),
            AbsentConsumer.buffer(20_000));

    private final Random random;
    private final LossyNetwork network;
    private final AbsentConsumer absentConsumer;
    private final boolean deterministic;
    private final ChannelOracle oracle = new ChannelOracle(SETTINGS);
    private final List<OutputChannel> producers = new ArrayList<>();
    private final List<Reading> consumers = new ArrayList<>();
    private ChannelPosition producerStored = new ChannelPosition(ID, 1, 0);
    private Stored consumerStored = Stored.nothing();
    private int producerAttempt;
    private int consumerAttempt;
    private int knownProducerAttempt;
    private int consumerDownUntilAct;
    private int act;
    private long lastTickNs;

    ChannelSimulation(long seed, LossyNetwork.Faults faults) {
        random = new Random(seed);
        network = new LossyNetwork(random, faults);
        absentConsumer = POLICIES.get(random.nextInt(POLICIES.size()));
        deterministic = random.nextInt(4) == 0;
        restartProducer();
        restartConsumer();
    }

    OutputChannel producer() {
        return producers.get(producers.size() - 1);
    }

    InputChannel consumer() {
        return reading().channel();
    }

    private Reading reading() {
        return consumers.get(consumers.size() - 1);
    }

    /** One random act; {@code restarts} says whether attempts may be replaced. */
    void act(boolean restarts) {
        act++;
        int dice = random.nextInt(1000);
        if (dice < 350) {
            write();
        } else if (dice < 400) {
            watermark();
        } else if (dice < 640) {
            poll(1 + random.nextInt(4));
        } else if (dice < 645) {
            producerStored = producer().position();
        } else if (dice < 650) {
            consumerStored = reading().store();
        } else if (dice < 985) {
            advance(1 + random.nextInt(30));
        } else if (dice < 990) {
            network.breakConnection();
        } else if (dice < 993) {
            network.breakConnection();
            advance(3_000);
        } else if (restarts && dice < 996) {
            failConsumer();
        } else if (restarts) {
            failProducer();
        }
        if (consumerDownUntilAct > 0 && act >= consumerDownUntilAct) {
            restartConsumer();
        }
        if (knownProducerAttempt < producerAttempt && random.nextInt(10) == 0) {
            tellConsumer();
        }
        check();
    }

    /** No more faults: writes the end and runs until everything has arrived; gives up after a simulated minute. */
    void finish() {
        network.faults(LossyNetwork.Faults.NONE);
        if (consumerDownUntilAct > 0) {
            restartConsumer();
        }
        tellConsumer();
        boolean ended = false;
        for (long until = network.nowNs() + 60_000 * MS; network.nowNs() < until; advance(5)) {
            if (!ended && producer().connected()) {
                producer().write(EndOfInput.INSTANCE);
                ended = true;
            }
            poll(4);
            check();
            if (ended && producer().drained() && consumer().ended()) {
                oracle.checkAccount(reading(), producer().emittedSeq());
                return;
            }
        }
        throw new AssertionError("not finished after a minute: drained %s, ended %s, unacknowledged %d, credits %d"
                .formatted(
                        producer().drained(),
                        consumer().ended(),
                        producer().unacknowledged(),
                        producer().credits()));
    }

    void write() {
        OutputChannel producer = producer();
        if (producer.writable()) {
            int count = 1 + random.nextInt(SETTINGS.batchRecords());
            Batch batch = new Batch(count);
            for (int i = 1; i <= count; i++) {
                batch.add(
                        new ChannelOracle.Numbered(
                                producer.epoch(), producer.position().seq() + i),
                        Batch.NO_TIMESTAMP);
            }
            producer.write(batch);
        }
    }

    private void watermark() {
        if (producer().connected()) {
            long seq = producer().position().seq();
            producer().write(new Watermark(seq));
            producer().write(new LatencyMarker(0, seq));
            if (producer().writable()) {
                producer().write(new UserEvent(new UserEvent.Origin("written", 0, 1, seq), seq));
            }
        }
    }

    private void poll(int elements) {
        consumers.forEach(reading -> oracle.poll(reading, elements));
    }

    private void advance(int ms) {
        network.advance(ms * MS);
        if (network.nowNs() - lastTickNs >= 50 * MS) {
            lastTickNs = network.nowNs();
            producers.forEach(producer -> producer.tick(lastTickNs));
            consumers.forEach(reading -> reading.channel().tick(lastTickNs));
        }
    }

    private void check() {
        producers.forEach(oracle::checkProducer);
        consumers.forEach(oracle::checkConsumer);
    }

    /** As a rule the producer hears of it; at times it only meets the next one. */
    private void failConsumer() {
        if (consumerDownUntilAct > 0) {
            return;
        }
        if (random.nextInt(4) > 0) {
            producer().detach(consumerAttempt);
        }
        consumerDownUntilAct = act + 1 + random.nextInt(100);
    }

    private void restartConsumer() {
        consumerDownUntilAct = 0;
        consumerAttempt++;
        InputChannel channel = new InputChannel(ID, consumerAttempt, SETTINGS, this::toProducers);
        channel.startAt(new ChannelStart(consumerStored.position(), true, true));
        consumers.add(new Reading(consumerAttempt, channel, consumerStored));
        if (consumers.size() > ZOMBIES_MAX) {
            consumers.remove(0);
        }
        channel.connect(knownProducerAttempt, network.nowNs());
    }

    private void failProducer() {
        if (random.nextInt(4) > 0) {
            consumer().detach(producerAttempt);
        }
        restartProducer();
    }

    private void restartProducer() {
        producerAttempt++;
        OutputChannel output = new OutputChannel(ID, producerAttempt, SETTINGS, absentConsumer, this::toConsumers);
        output.startAt(new ChannelStart(producerStored, true, true), deterministic);
        oracle.producerBegins(output.epoch(), producerStored.seq());
        producers.add(output);
        if (producers.size() > ZOMBIES_MAX) {
            producers.remove(0);
        }
        if (consumerDownUntilAct > 0) {
            output.detach(consumerAttempt);
        }
        if (producerAttempt == 1) {
            knownProducerAttempt = 1;
        }
    }

    private void tellConsumer() {
        knownProducerAttempt = producerAttempt;
        consumer().connect(producerAttempt, network.nowNs());
    }

    private void toProducers(Frame frame) {
        network.send(frame, arrived -> List.copyOf(producers).forEach(end -> end.receive(arrived, network.nowNs())));
    }

    private void toConsumers(Frame frame) {
        network.send(
                frame,
                arrived -> List.copyOf(consumers).forEach(end -> end.channel().receive(arrived, network.nowNs())));
    }
}
