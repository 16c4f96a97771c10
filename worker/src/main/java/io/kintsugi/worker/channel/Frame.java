package io.kintsugi.worker.channel;

import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.recovery.AbsentConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What the two ends of a channel say to each other. Frames may be lost, repeated, delayed and overtaken.
 *
 * <pre>
 * consumer ──Resume──▶ producer ──Hello, Data, Gap, Control, Probe──▶ consumer ──Credit──▶ producer
 * </pre>
 *
 * Both kinds of numbers are 64 bit. Frames are numbered from 1 by each attempt of a producer; records from 1, and on over restarts.
 */
public sealed interface Frame {
    Header header();

    default ChannelId channel() {
        return header().channel();
    }

    /**
     * Whom a frame is from and for. Whatever carries a lower attempt or epoch than the receiver knows is fenced.
     *
     * @param producerAttempt attempt of the producing task, from 1
     * @param consumerAttempt attempt of the consuming task, from 1; 0 while a producer knows none
     * @param epoch numbering of the producer, from 1; 0 while a consumer knows none
     */
    record Header(ChannelId channel, int producerAttempt, int consumerAttempt, int epoch) {}

    /** A frame for the end that reads. */
    sealed interface ToConsumer extends Frame {
        void deliverTo(InputChannel consumer, long nowNs);
    }

    /** A frame for the end that writes. */
    sealed interface ToProducer extends Frame {
        void deliverTo(OutputChannel producer, long nowNs);
    }

    /** A frame that has its place in the order of the channel, and stays with its producer until acknowledged. */
    sealed interface Sequenced extends ToConsumer {
        /** Its number, from 1, without a hole. */
        long frame();

        /** Sequence number of its first record, or of the record after it if it has none. */
        long firstSeq();

        /** Sequence number of the record after it. */
        long behindSeq();

        /** Encoded size of its records; 0 if it has none or they travel by reference. */
        int bytes();

        /** What it counts for in the buffer for an absent consumer. */
        default long weight() {
            return bytes();
        }

        /** The same frame under another header: for a consumer that came later. */
        Sequenced under(Header newer);
    }

    /** A frame with values of the user's classes, encoded or not. */
    sealed interface Packed extends Sequenced {
        Parcel parcel();

        /** The same frame with its values in another form. */
        Packed with(Parcel form);

        @Override
        default int bytes() {
            return parcel().bytes();
        }

        @Override
        default long weight() {
            return parcel().bytes() > 0 ? parcel().bytes() : parcel().count() * AbsentConsumer.BYTES_BY_REFERENCE;
        }
    }

    /** Records {@code firstSeq} to {@code firstSeq + parcel.count() - 1}. */
    record Data(Header header, long frame, long firstSeq, Parcel parcel) implements Packed {
        @Override
        public long behindSeq() {
            return firstSeq + parcel.count();
        }

        @Override
        public Data with(Parcel form) {
            return new Data(header, frame, firstSeq, form);
        }

        @Override
        public Data under(Header newer) {
            return new Data(newer, frame, firstSeq, parcel);
        }

        @Override
        public void deliverTo(InputChannel consumer, long nowNs) {
            consumer.onData(this, nowNs);
        }
    }

    /**
     * A user event between the records.
     *
     * @param emittedSeq sequence number of the last record before it, 0 if there was none
     * @param parcel with the event in the place of a record
     */
    record Event(Header header, long frame, long emittedSeq, UserEvent.Origin origin, Parcel parcel) implements Packed {
        @Override
        public long firstSeq() {
            return emittedSeq + 1;
        }

        @Override
        public long behindSeq() {
            return emittedSeq + 1;
        }

        @Override
        public Event with(Parcel form) {
            return new Event(header, frame, emittedSeq, origin, form);
        }

        @Override
        public Event under(Header newer) {
            return new Event(newer, frame, emittedSeq, origin, parcel);
        }

        @Override
        public void deliverTo(InputChannel consumer, long nowNs) {
            consumer.onEvent(this, nowNs);
        }

        UserEvent open() {
            return new UserEvent(origin, parcel.open().value(0));
        }
    }

    /**
     * In the place of records {@code firstSeq} to {@code firstSeq + count - 1}, which the producer has thrown away while
     * nobody was there to take them.
     */
    record Gap(Header header, long frame, long firstSeq, long count) implements Sequenced {
        /** The same, and {@code more} records behind it. */
        Gap longer(long more) {
            return new Gap(header, frame, firstSeq, count + more);
        }

        @Override
        public long behindSeq() {
            return firstSeq + count;
        }

        @Override
        public int bytes() {
            return 0;
        }

        @Override
        public Gap under(Header newer) {
            return new Gap(newer, frame, firstSeq, count);
        }

        @Override
        public void deliverTo(InputChannel consumer, long nowNs) {
            consumer.onGap(this, nowNs);
        }
    }

    /**
     * A control element between the records.
     *
     * @param emittedSeq sequence number of the last record before it, 0 if there was none
     */
    record Control(Header header, long frame, long emittedSeq, ControlElement element) implements Sequenced {
        @Override
        public long firstSeq() {
            return emittedSeq + 1;
        }

        @Override
        public long behindSeq() {
            return emittedSeq + 1;
        }

        @Override
        public int bytes() {
            return 0;
        }

        @Override
        public Control under(Header newer) {
            return new Control(newer, frame, emittedSeq, element);
        }

        @Override
        public void deliverTo(InputChannel consumer, long nowNs) {
            consumer.onControl(this, nowNs);
        }
    }

    /**
     * The answer to {@link Resume}: where the producer stands. The frames that the consumer lacks follow.
     *
     * @param baseSeq sequence number of the first record that this attempt sent or will send in this epoch
     * @param continuesEpoch the numbering of which record {@code baseSeq - 1} is the last that belongs to the state of
     *     this attempt; 0 where nobody knows what the attempt before had emitted
     * @param firstAvailableFrame lowest frame that can still be sent; {@code lastFrame + 1} if there is none
     * @param firstAvailableSeq sequence number of the first record in that frame or after it
     * @param lastFrame number of the last frame so far, 0 if there was none
     * @param memory of the time before
     */
    record Hello(
            Header header,
            long baseSeq,
            int continuesEpoch,
            long firstAvailableFrame,
            long firstAvailableSeq,
            long lastFrame,
            Memory memory)
            implements ToConsumer {
        @Override
        public void deliverTo(InputChannel consumer, long nowNs) {
            consumer.onHello(this, nowNs);
        }
    }

    /**
     * What a producer knows of the time before it met this attempt of its consumer.
     *
     * @param exact whether no attempt before it had emitted anything behind {@code baseSeq - 1}, or what it had is void; else they
     *     may have, and what of it was taken counts
     * @param sentSeq the last record that earlier attempts of the consumer may have taken; 0 where it has met none
     * @param mark the newest of earlier attempts of the consumer; null for none
     */
    record Memory(boolean exact, long sentSeq, @Nullable Mark mark) {
        /** Of one that begins together with its consumer. */
        static final Memory NONE = new Memory(true, 0, null);
    }

    /** Asks a silent consumer whether it has everything up to {@code lastFrame}; also the heartbeat of an idle producer. */
    record Probe(Header header, long lastFrame, long emittedSeq) implements ToConsumer {
        @Override
        public void deliverTo(InputChannel consumer, long nowNs) {
            consumer.onProbe(this, nowNs);
        }
    }

    /**
     * Asks a producer to go on from {@code nextFrame}.
     *
     * @param nextFrame the frame that the consumer wants next; 1 for a producer attempt that it has not heard
     * @param nextSeq the record that it wants next, in the epoch of the header
     * @param grantedFrame the highest frame that it has room for
     */
    record Resume(Header header, long nextFrame, long nextSeq, long grantedFrame) implements ToProducer {
        @Override
        public void deliverTo(OutputChannel producer, long nowNs) {
            producer.onResume(this, nowNs);
        }
    }

    /**
     * What the consumer has taken and has room for. Absolute, so a lost or repeated one does no harm.
     *
     * @param ackedFrame everything up to here has been taken by the consuming task; may lie below 1
     * @param grantedFrame the highest frame that may be sent
     * @param mark null for a task with state; the newest of one without, or {@link Mark#NONE} for no news
     */
    record Credit(
            Header header,
            long ackedFrame,
            long grantedFrame,
            @Nullable Mark mark) implements ToProducer {
        @Override
        public void deliverTo(OutputChannel producer, long nowNs) {
            producer.onCredit(this, nowNs);
        }
    }
}
