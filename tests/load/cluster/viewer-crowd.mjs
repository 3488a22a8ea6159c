/**
 * Many open monitoring pages in one process, as far as the server sees them. A child of many-agents.mjs: is told the server's
 * address and the tokens, and answers each word with what has come since the last one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { ageOf } from './stamps.mjs';

/** The server lets 20 connections of a user in each second. */
const comeMs = 60;
/** Of so many samples of an event the age is read: all of them would measure this process. */
const readPerEvent = 3;

let counts = newCounts();
let watching = 0;

process.on('message', (message) => {
  if (message.start) {
    void comeAll(message.start);
    return;
  }
  process.send({ ...counts, watching });
  counts = newCounts();
});
process.on('disconnect', () => process.exit());
process.send('ready');

function newCounts() {
  return { events: 0, samples: 0, mostSamples: 0, drops: 0, statusEvents: 0, ages: [] };
}

async function comeAll({ url, tokens, windowsEach }) {
  for (const token of tokens) {
    for (let window = 0; window < windowsEach; window += 1) {
      watch(url, token);
      await sleep(comeMs);
    }
  }
}

function watch(url, token) {
  const socket = io(`${url}/console`, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: 5_000,
  });
  const ask = () =>
    socket.emit('watch', { topic: 'monitoring' }, (isAllowed) => {
      if (isAllowed) {
        watching += 1;
      } else {
        setTimeout(ask, 1_000);
      }
    });
  socket.on('connect', ask);
  socket.on('disconnect', () => {
    watching -= 1;
    counts.drops += 1;
  });
  socket.on('nodeStatus', () => (counts.statusEvents += 1));
  socket.on('metrics', (event) => {
    const { samples } = event;
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
  });
}
