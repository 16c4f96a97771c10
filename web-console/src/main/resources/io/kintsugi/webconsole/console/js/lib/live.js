import { eventsUrl } from './api.js';
import { parseJson } from './json.js';
import { mergePatch } from './merge-patch.js';

const CHANNEL = 'kintsugi-live';
const RENEW_MS = 10_000;
const FORGET_MS = 30_000;
const HIDDEN_MS = 30_000;
const EVENTS = ['snapshot', 'delta', 'problem'];

/**
 * What the pages show, kept up to date by one stream for all tabs of a browser. The tab that holds the lock leads: it has the
 * stream and tells the others. Each tab that can be seen says every ten seconds what it wants; the leader forgets those that
 * have not spoken for thirty, and a tab that is hidden for so long lets go of the lock.
 */
class Live extends EventTarget {
  #tab = Math.random().toString(36).slice(2);
  #channel = new BroadcastChannel(CHANNEL);
  /** @type {Map<string, Set<() => void>>} */
  #listeners = new Map();
  /** @type {Map<string, {value?: any, problem?: object}>} */
  #topics = new Map();
  /** As the leader: what each tab wants. @type {Map<string, {topics: string[], until: number}>} */
  #wanted = new Map();
  /** @type {EventSource | null} */
  #source = null;
  #open = '';
  #leads = false;
  /** @type {AbortController | null} */
  #lead = null;
  #connected = false;
  #hidden = 0;

  constructor() {
    super();
    this.#channel.onmessage = (message) => this.#hear(message.data);
    document.addEventListener('visibilitychange', () => this.#seen());
    setInterval(() => this.#renew(), RENEW_MS);
    this.#seen();
  }

  /** Whether the stream stands. */
  get connected() {
    return this.#connected;
  }

  /** Whether anything on the page is to be kept up to date. */
  get watching() {
    return this.#listeners.size > 0;
  }

  /** All that is known of a topic; undefined at first. @param {string} topic */
  value(topic) {
    return this.#topics.get(topic)?.value;
  }

  /** Why a topic cannot be looked at now. @param {string} topic */
  problem(topic) {
    return this.#topics.get(topic)?.problem;
  }

  /**
   * @param {string} topic `overview`, or `job:NAME`
   * @param {() => void} listener called when there is something new
   * @returns {() => void} ends it
   */
  watch(topic, listener) {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    this.#renew();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) {
        this.#listeners.delete(topic);
        this.#topics.delete(topic);
        this.#renew();
      }
    };
  }

  #seen() {
    clearTimeout(this.#hidden);
    if (document.visibilityState === 'hidden') {
      this.#hidden = setTimeout(() => this.#lead?.abort(), HIDDEN_MS);
    } else {
      this.#apply();
      this.#renew();
    }
  }

  /** Wants to lead. Without locks, which only secure pages have, each tab leads itself. */
  async #apply() {
    if (this.#lead && !this.#lead.signal.aborted) {
      return;
    }
    const lead = new AbortController();
    this.#lead = lead;
    const reign = () => new Promise((resolve) => {
      this.#leads = true;
      lead.signal.addEventListener('abort', resolve);
      this.#channel.postMessage({ type: 'who' });
      this.#renew();
    });
    try {
      await (navigator.locks ? navigator.locks.request(CHANNEL, { signal: lead.signal }, reign) : reign());
    } catch {
      return; // Given up before it was this tab's turn.
    }
    this.#leads = false;
    this.#close();
  }

  /** Says what this tab wants. */
  #renew() {
    if (document.visibilityState === 'hidden') {
      return;
    }
    const topics = [...this.#listeners.keys()].sort();
    this.#want(this.#tab, topics);
    this.#channel.postMessage({ type: 'want', tab: this.#tab, topics, missing: topics.filter((t) => !this.value(t)) });
  }

  #want(tab, topics) {
    if (!this.#leads) {
      return;
    }
    const now = Date.now();
    this.#wanted.set(tab, { topics, until: now + FORGET_MS });
    for (const [known, want] of this.#wanted) {
      if (want.until < now) {
        this.#wanted.delete(known);
      }
    }
    this.#connect([...new Set([...this.#wanted.values()].flatMap((want) => want.topics))].sort());
  }

  #connect(topics) {
    if (topics.join() === this.#open && this.#source?.readyState !== EventSource.CLOSED) {
      return;
    }
    this.#close();
    if (topics.length === 0) {
      return;
    }
    this.#open = topics.join();
    this.#source = new EventSource(eventsUrl(topics));
    this.#source.onerror = () => this.#tell({ type: 'lost' });
    for (const event of EVENTS) {
      this.#source.addEventListener(event, (message) => this.#tell({ type: 'event', event, data: message.data }));
    }
  }

  #close() {
    this.#source?.close();
    this.#source = null;
    this.#open = '';
  }

  /** To all tabs, this one too. */
  #tell(message) {
    this.#channel.postMessage(message);
    this.#hear(message);
  }

  #hear(message) {
    switch (message.type) {
      case 'event':
        this.#take(message.event, parseJson(message.data));
        break;
      case 'known':
        this.#take('snapshot', message);
        break;
      case 'lost':
        this.#connected = false;
        this.dispatchEvent(new Event('change'));
        break;
      case 'who':
        this.#renew();
        break;
      case 'want':
        this.#want(message.tab, message.topics);
        this.#help(message.missing);
        break;
      default:
    }
  }

  /** A tab that came later knows nothing yet; the leader does. */
  #help(missing) {
    for (const topic of this.#leads ? missing : []) {
      const known = this.#topics.get(topic);
      if (known?.value) {
        this.#channel.postMessage({ type: 'known', topic, value: known.value }); // Not as JSON: it may hold a BigInt.
      }
    }
  }

  #take(event, { topic, value, patch, problem }) {
    this.#connected = true;
    const known = this.#topics.get(topic) ?? {};
    if (event === 'problem') {
      this.#topics.set(topic, { ...known, problem });
    } else if (event === 'snapshot') {
      this.#topics.set(topic, { value });
    } else if (known.value) {
      this.#topics.set(topic, { value: mergePatch(known.value, patch) });
    }
    this.#listeners.get(topic)?.forEach((listener) => listener());
    this.dispatchEvent(new Event('change'));
  }
}

export const live = new Live();
