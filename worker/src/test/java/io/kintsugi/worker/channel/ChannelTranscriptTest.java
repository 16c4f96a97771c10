package io.kintsugi.worker.channel;

import org.junit.jupiter.api.Test;

/** Stories of the channel protocol; read the text files. */
final class ChannelTranscriptTest {
    private final ChannelTranscript story = new ChannelTranscript();

    @Test
    void connectsCarriesAndEnds() {
        story.note("The consumer asks until the producer answers; then records and their credits flow to the end.")
                .consumer(1, 1)
                .lose(0)
                .producer(1)
                .tick(499)
                .tick(1)
                .deliverAll()
                .write(1, 3)
                .write(1, 2)
                .watermark(1, 77)
                .deliverAll()
                .note("A quarter of the window of 8 frames has been taken: a credit.")
                .poll(1, 3)
                .deliverAll()
                .end(1)
                .deliverAll()
                .note("The end is acknowledged at once.")
                .poll(1, 2)
                .deliverAll()
                .account()
                .matches("channel-connect");
    }

    @Test
    void resumesAfterABrokenConnectionWithoutLoss() {
        story.note("Both directions lose what is under way: frames 2 and 3, and the credit for frame 1.")
                .producer(1)
                .consumer(1, 1)
                .deliverAll()
                .write(1, 5)
                .deliverAll()
                .poll(1, 1)
                .tick(5)
                .note(
                        "What has been taken is reported after a quarter of a heartbeat, if not a quarter of the window before.")
                .tick(125)
                .write(1, 5)
                .write(1, 5)
                .breakConnection()
                .note("Nothing follows that would show the gap; after a heartbeat the producer asks.")
                .tick(500)
                .deliverAll()
                .poll(1, 4)
                .deliverAll()
                .note("The producer is silent for long: the consumer asks again, and nothing needs to be resent.")
                .tick(100)
                .breakConnection()
                .tick(2_500)
                .deliverAll()
                .account()
                .matches("channel-resume-after-break");
    }

    @Test
    void asksForWhatIsMissingOnceAndDropsWhatComesTwice() {
        story.note("Frame 2 is lost; frames 3 and 4 show it. One question for both.")
                .producer(1)
                .consumer(1, 1)
                .deliverAll()
                .tick(1_000)
                .deliverAll()
                .write(1, 1)
                .write(1, 1)
                .write(1, 1)
                .write(1, 1)
                .lose(1)
                .deliverAll()
                .poll(1, 9)
                .deliverAll()
                .note("The connection repeats a frame: it is dropped.")
                .write(1, 1)
                .repeat(0)
                .deliverAll()
                .account()
                .matches("channel-gap");
    }

    @Test
    void givesTheNextConsumerWhatTheFailedOneHadNotTaken() {
        story.note("Consumer attempt 1 takes frames 1 and 2 of 4, then fails.")
                .producer(1)
                .consumer(1, 1)
                .deliverAll()
                .write(1, 10)
                .write(1, 10)
                .write(1, 10)
                .write(1, 10)
                .deliverAll()
                .poll(1, 2)
                .deliverAll()
                .note("Attempt 2 has no state: what attempt 1 took is a counted loss, the rest is sent again.")
                .consumer(2, 1)
                .deliverAll()
                .poll(2, 9)
                .note(
                        "Attempt 1 lives on as a zombie: it can neither take frames nor give credit, nor take the channel back.")
                .poll(1, 9)
                .connect(1, 1)
                .deliverAll()
                .end(1)
                .deliverAll()
                .poll(2, 9)
                .deliverAll()
                .account()
                .matches("channel-fencing-consumer");
    }

    @Test
    void startsAnewWithTheNextProducerAndFencesTheOneBefore() {
        story.note("Producer attempt 1 writes two frames, one of which is still on its way when attempt 2 takes over.")
                .producer(1)
                .consumer(1, 1)
                .deliverAll()
                .write(1, 10)
                .deliver(0)
                .write(1, 10)
                .producer(2)
                .connect(1, 2)
                .deliverAll()
                .write(2, 5)
                .watermark(2, 9)
                .deliverAll()
                .note("The coordinator's old word about attempt 1 comes late and is ignored.")
                .connect(1, 1)
                .write(1, 1)
                .deliverAll()
                .poll(1, 9)
                .deliverAll()
                .account()
                .matches("channel-fencing-producer");
    }

    @Test
    void keepsForAnAbsentConsumerWhatTheBufferHoldsAndCountsTheRest() {
        story.note("Consumer attempt 1 stores its state behind record 10, takes frame 2 as well, and fails.")
                .producer(1)
                .consumer(1, 1)
                .deliverAll()
                .write(1, 10)
                .write(1, 10)
                .deliverAll()
                .poll(1, 2)
                .deliverAll()
                .consumerGone(1, 1)
                .note("The buffer holds 20 records; what comes then is thrown away, and a frame in its place.")
                .write(1, 10)
                .watermark(1, 5)
                .write(1, 10)
                .write(1, 10)
                .write(1, 3)
                .note(
                        "Attempt 2 goes on behind record 10: 11 to 20 are lost, 41 to 53 were thrown away. It is told the time.")
                .consumer(2, 1, 1, 10)
                .deliverAll()
                .poll(2, 9)
                .write(1, 1)
                .deliverAll()
                .poll(2, 9)
                .deliverAll()
                .account()
                .matches("channel-absent-consumer");
    }

    @Test
    void findsWhatTheStateOfARestartedProducerDoesNotKnow() {
        story.note("Producer attempt 1 stores its state behind record 10, emits 20, and fails. Its consumer takes all.")
                .producer(1)
                .consumer(1, 1)
                .deliverAll()
                .write(1, 10)
                .write(1, 10)
                .deliverAll()
                .producerGone(1, 1)
                .note("Nobody is asked while the producer is away; what has come can be taken.")
                .poll(1, 1)
                .tick(3_000)
                .note("Attempt 2 goes on behind record 10: 11 to 20 are orphans, their producer does not know them.")
                .producer(2, 1, 10)
                .connect(1, 2)
                .deliverAll()
                .write(2, 5)
                .deliverAll()
                .poll(1, 9)
                .deliverAll()
                .account()
                .matches("channel-orphans");
    }

    @Test
    void tellsANewConsumerAgainWhatWillNotBeSaidAgain() {
        story.note("The end has been taken by attempt 1, which fails: attempt 2 is told it again.")
                .producer(1)
                .consumer(1, 1)
                .deliverAll()
                .write(1, 2)
                .end(1)
                .deliverAll()
                .poll(1, 9)
                .deliverAll()
                .consumerGone(1, 1)
                .consumer(2, 1, 1, 0)
                .deliverAll()
                .poll(2, 9)
                .deliverAll()
                .account()
                .matches("channel-end-again");
    }

    @Test
    void aConsumerWithoutStateThatDiesWithoutAWordIsToldHowFarItHadMarked() {
        story.note("A consumer without state takes records, and marks how far they have had their effect.")
                .producer(1)
                .asking(1, 1)
                .note("Nobody knows of an attempt before it, so it begins at the first record.")
                .deliverAll()
                .begins(1)
                .deliverAll()
                .write(1, 10)
                .write(1, 10)
                .deliverAll()
                .marks(1, 1, 0)
                .poll(1, 1)
                .marks(1, 1, 10)
                .poll(1, 1)
                .deliverAll()
                .write(1, 10)
                .write(1, 10)
                .deliverAll()
                .poll(1, 1)
                .tick(125)
                .tick(125)
                .deliverAll()
                .note("It takes one frame more than it tells, and its process dies.")
                .poll(1, 1)
                .consumerGone(1, 1)
                .note("The next one asks, and gets no record before it knows where it begins.")
                .asking(2, 1)
                .deliverAll()
                .goesOnBehindTheMark(2)
                .deliverAll()
                .poll(2, 8)
                .account()
                .matches("channel-mark");
    }
}
