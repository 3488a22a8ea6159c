import { expect, it } from '@jest/globals';
import { metricReportSchema } from '@clusterdesk/contracts';
import { Reach } from './reach.js';

it('tells the mean way to the server and back, without the time that the server held what it was told', () => {
  const reach = new Reach();
  reach.noteAnswer(1_000, 1_450, { heldMs: 400, now: 0 }, 0);
  reach.noteAnswer(2_000, 2_100, { heldMs: 90, now: 0 }, 0);
  expect(reach.take().roundTripMs).toBe(30);
  // What was told is not told again.
  expect(reach.take()).toEqual({ roundTripMs: null, clockOffMs: null, cuts: 0 });
});

it('tells how far the clock is ahead of the one of the server, or behind', () => {
  const reach = new Reach();
  reach.noteAnswer(0, 20, { heldMs: 0, now: 5_000 }, 9_010);
  expect(reach.take().clockOffMs).toBe(4_000);
  reach.noteAnswer(0, 20, { heldMs: 0, now: 5_000 }, 1_010);
  expect(reach.take().clockOffMs).toBe(-4_000);
});

it('counts cuts, and takes no answer of an older server for one of no time', () => {
  const reach = new Reach();
  reach.noteCut();
  reach.noteCut();
  reach.noteAnswer(0, 2_000, {});
  expect(reach.take()).toEqual({ roundTripMs: null, clockOffMs: null, cuts: 2 });
});

it('tells only what the protocol allows', () => {
  const reach = new Reach();
  // The server's clock and ours do not tick alike.
  reach.noteAnswer(0, 10, { heldMs: 12, now: Date.now() }, 0);
  const told = { time: 1, load: 0, networkIn: null, networkOut: null, disks: [] };
  const figures = [{ ...told, reach: reach.take() }];
  expect(figures[0]?.reach.roundTripMs).toBe(0);
  expect(metricReportSchema.parse({ samples: [], figures }).figures).toEqual(figures);
});
