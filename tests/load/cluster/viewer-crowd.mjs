/**
 * Many browsers in one process, as far as the servers see them. A child (crowds.mjs): is told the servers' addresses, the tokens, how
 * many windows there are and how many of them show the monitoring page, and answers each word with what has come since the last one.
 * Every window watches the settings, whose events are numbered, and holds their numbers in the order of the console's own code.
 * After a cut a window goes to the next server.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { loadTypescript } from '../../support/jest/load-typescript.mjs';
import { ageOf } from './stamps.mjs';

const { LiveOrder } = await loadTypescript('apps/console/src/shared/live/connection/live-order.ts');

/** The server lets 20 connections of a user in each second. */
const comeMs = 60;
/** So many users come at once. */
const usersAtOnce = 4;
/** Of so many samples of an event the age is read: all of them would measure this process. */
const readPerEvent = 3;
/** The console's waits after a cut (live-socket.ts). */
const retry = { firstMs: 500, mostMs: 5_000 };
/** A gap that is told so soon after a connection was missed by the cut before. */
const afterCutMs = 5_000;
const askAgainMs = 1_000;

const windows = [];
let counts = newCounts();
let watching = 0;

process.on('message', (message) => {
  if (message.start) {
    void comeAll(message.start);
    return;
  }
  const seqs = windows.map(({ seq }) => seq);
  process.send({
    ...counts,
    watching,
    leastSeq: seqs.reduce((one, other) => Math.min(one, other), Infinity),
  });
  counts = newCounts();
});
process.on('disconnect', () => process.exit());
process.send('ready');

function newCounts() {
  return {
    events: 0,
    samples: 0,
    mostSamples: 0,
    drops: 0,
    statusEvents: 0,
    ages: [],
    /** Numbered events that were delivered, and gaps in their numbers: while connected, and after a cut. */
    numbered: 0,
    gapsConnected: 0,
    gapsAfterCut: 0,
  };
}

async function comeAll({ urls, tokens, windows: total, monitors }) {
  const each = Math.ceil(total / tokens.length);
  let next = 0;
  const userLane = async () => {
    while (next < tokens.length) {
      const user = next;
      next += 1;
      for (let place = user * each; place < Math.min(total, (user + 1) * each); place += 1) {
        new Window(urls, place, tokens[user], place < monitors).connect();
        await sleep(comeMs);
      }
    }
  };
  await Promise.all(Array.from({ length: usersAtOnce }, userLane));
}

class Window {
  seq = 0;
  tries = 0;
  connectedAt = 0;
  isWatching = false;

  constructor(urls, place, token, isMonitor) {
    Object.assign(this, { urls, place, token, isMonitor });
    this.order = new LiveOrder({
      deliver: (_, [mark]) => {
        counts.numbered += 1;
        this.know(mark);
      },
      reportGap: () => {
        const isAfterCut = performance.now() - this.connectedAt < afterCutMs;
        counts[isAfterCut ? 'gapsAfterCut' : 'gapsConnected'] += 1;
      },
      // What is shown was asked for just now.
      ageOf: () => 0,
    });
    windows.push(this);
  }

  connect() {
    const url = this.urls[this.place % this.urls.length];
    const socket = io(`${url}/console`, {
      auth: { token: this.token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    socket.on('connect', () => {
      this.tries = 0;
      this.connectedAt = performance.now();
      this.watch(socket, { topic: 'settings' }, true);
      if (this.isMonitor) {
        this.watch(socket, { topic: 'monitoring' });
        this.watch(socket, { topic: 'hosts' });
      }
    });
    socket.on('livePosition', (positions) => this.accept(positions));
    socket.on('settingsChanged', (...args) => {
      const mark = args.at(-1);
      this.order.accept(mark, 'settingsChanged', [mark]);
    });
    socket.on('nodeStatus', () => (counts.statusEvents += 1));
    socket.on('metrics', takeMetrics);
    let isOver = false;
    const leave = () => {
      if (!isOver) {
        isOver = true;
        socket.disconnect();
        this.leave();
      }
    };
    socket.on('disconnect', leave);
    socket.on('connect_error', leave);
  }

  /** Comes back to the next server after a wait. */
  leave() {
    counts.drops += 1;
    watching -= this.isWatching ? 1 : 0;
    this.isWatching = false;
    this.order.pause();
    this.place += 1;
    const ceiling = Math.min(retry.mostMs, retry.firstMs * 2 ** this.tries);
    this.tries += 1;
    setTimeout(() => this.connect(), ceiling * (0.5 + Math.random()));
  }

  watch(socket, topic, isCounted = false) {
    socket.emit('watch', topic, (isAllowed, position) => {
      if (!isAllowed) {
        setTimeout(() => socket.connected && this.watch(socket, topic, isCounted), askAgainMs);
        return;
      }
      if (position) {
        this.accept([position]);
      }
      if (isCounted && socket.connected && !this.isWatching) {
        this.isWatching = true;
        watching += 1;
      }
    });
  }

  accept(positions) {
    const mine = positions.filter(({ audience }) => audience === 'topic:settings');
    this.order.acceptPositions(mine);
    mine.forEach((position) => this.know(position));
  }

  know({ seq }) {
    this.seq = Math.max(this.seq, seq);
  }
}

function takeMetrics({ samples }) {
  counts.events += 1;
  counts.samples += samples.length;
  counts.mostSamples = Math.max(counts.mostSamples, samples.length);
  if (samples.length === 0) {
    return;
  }
  const now = Date.now();
  for (let read = 0; read < readPerEvent; read += 1) {
    const sample = samples[Math.floor(Math.random() * samples.length)];
    counts.ages.push(ageOf(sample.cpu, now));
  }
}
