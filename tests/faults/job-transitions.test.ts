import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { CountedJob, wholeOutput } from '../support/faults/counted-job.js';
import { HeldTransitions, type Transition } from '../support/faults/held-transitions.js';
import type { WirePoint } from '../support/faults/wire-direction.js';
import { WiredAgent } from '../support/faults/wired-agent.js';
import { isLongRun } from '../support/long-run.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { TestPlatform } from '../support/platform/platform.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(180_000);

/** A moment in the life of a job at which everything stands still: within a transaction, or on the way between server and agent. */
type Moment = { within: Transition } | WirePoint;

const message = (event: string): WirePoint => ({ event, part: 'message' });
const answer = (event: string): WirePoint => ({ event, part: 'answer' });

/** Before, during and after each transition of a job that runs to its end; what is after one is before the next. */
const runMoments: Record<string, Moment> = {
  'while it is submitted': { within: 'submitted' },
  'while it is reserved': { within: 'reserved' },
  'while it is noted as sent': { within: 'sent' },
  'when its command is on the way': message('jobs.run-script'),
  'when the agent has accepted it': answer('jobs.run-script'),
  'while it is noted as accepted': { within: 'accepted' },
  'when it has started': message('jobs.started'),
  'while it is noted as started': { within: 'started' },
  'when its start is noted': answer('jobs.started'),
  'when its output is on the way': message('jobs.output'),
  'while its output is stored': { within: 'output' },
  'when its output is stored': answer('jobs.output'),
  'when it has ended': message('jobs.ended'),
  'while its end is noted': { within: 'ended' },
  'when its end is acknowledged': answer('jobs.ended'),
};
/** The same of a running job that is cancelled. */
const stopMoments: Record<string, Moment> = {
  'while the stop is noted': { within: 'stopping' },
  'when the stop is on the way': message('jobs.stop-script'),
  'when the agent has heard of the stop': answer('jobs.stop-script'),
  'when it has ended by the stop': message('jobs.ended'),
  'while its end by the stop is noted': { within: 'ended' },
  'when its end by the stop is acknowledged': answer('jobs.ended'),
};

let platform: TestPlatform;
let client: ApiClient;
let agent: WiredAgent;
let transitions: HeldTransitions;
let home: string;

/** Who dies, by the test's name for it. `isLost`: so does what was on the way. */
const faults: Record<string, { strike: () => Promise<unknown>; isLost?: boolean }> = {
  server: { strike: () => platform.kill('server') },
  worker: { strike: () => platform.kill('worker') },
  agent: { strike: () => agent.killAndStart() },
  'server and agent': {
    strike: () => Promise.all([platform.kill('server'), agent.killAndStart()]),
  },
  'connections of the database': { strike: () => transitions.cutConnections() },
  'connection of the agent': { strike: async () => agent.wire.cut(), isLost: true },
  database: { strike: () => platform.kill('database') },
};

const queueName = 'transitions';

beforeAll(async () => {
  platform = await TestPlatform.start({ env: { LOCAL_AGENT: 'false' } });
  client = await platform.signIn();
  agent = await WiredAgent.join(platform, client, 'wired', '127.0.0.2');
  // One CPU: a job that kept it would keep all that come after it from running.
  await platform.query(
    `WITH queue AS (
       INSERT INTO compute_queue (queue_name, is_open_to_everyone) VALUES ($1, true) RETURNING id)
     INSERT INTO compute_queue_node (queue_id, node_id, cpus) SELECT id, $2, 1 FROM queue`,
    [queueName, agent.nodeId],
  );
  transitions = await HeldTransitions.prepare(platform.databaseUrl);
  home = await findHome();
});

afterAll(async () => {
  await transitions?.release();
  await agent?.leave();
  await platform?.stop();
});

/** Where the disk of whoever submits lies; a job tells it. */
async function findHome(): Promise<string> {
  const { result } = await client.expectOk(endpoints.jobs.run, {
    ...{ jobName: 'home', queueName, scriptContent: 'pwd\n' },
  });
  const { jobId } = result;
  return waitFor('the first job', async () => {
    const { result: log } = await client.expectOk(endpoints.jobs.log, { jobId });
    return log.isComplete && log.text.trim();
  });
}

async function holdAt(moment: Moment): Promise<void> {
  await ('within' in moment ? transitions.hold(moment.within) : agent.wire.hold(moment));
}

const waitUntilHeld = (moment: Moment): Promise<void> =>
  'within' in moment ? transitions.waitForHeld() : agent.wire.waitForHeld();

/** Lets somebody die at a moment, and then everything go on. */
async function strikeAt(moment: Moment, victim: string): Promise<void> {
  await waitUntilHeld(moment);
  await faults[victim]?.strike();
  await transitions.release();
  agent.wire.release();
  await waitFor('the server to be ready', () => platform.isReady());
}

async function expectFreeCpu(): Promise<void> {
  await waitFor('its CPU to be free', async () => {
    const { result } = await client.expectOk(endpoints.jobs.queueLoads, {});
    return result.find((queue) => queue.queueName === queueName)?.freeCpus === 1;
  });
}

/** Every moment with every victim; the gate takes each of either once. */
function table(moments: Record<string, Moment>, shift: number): [string, string, Moment][] {
  const victims = Object.keys(faults);
  return Object.entries(moments).flatMap(([when, moment], index) =>
    victims
      .filter((_, column) => isLongRun || column === (index + shift) % victims.length)
      .map((victim): [string, string, Moment] => [victim, when, moment]),
  );
}

let jobsMade = 0;
const nextJob = (): CountedJob => {
  jobsMade += 1;
  return new CountedJob(client, queueName, home, `job-${jobsMade}`);
};

afterEach(async () => {
  agent.wire.release();
  await transitions.release();
});

describe('a job runs once and whole, whatever dies', () => {
  test.each(table(runMoments, 0))('the %s, %s', async (victim, _, moment) => {
    const job = nextJob();
    await holdAt(moment);
    const submitted = job.submit('says');
    await strikeAt(moment, victim);
    await submitted;
    const fate = await job.waitForFate();
    if (fate === null) {
      // Nobody was told that it was there.
      expect([job.isAnswered, job.countStarts()]).toEqual([false, 0]);
    } else {
      expect(fate).toEqual({ status: 'COMPLETED', output: wholeOutput, starts: 1 });
    }
    await expectFreeCpu();
  });
});

describe('a running job that is stopped ends once, whatever dies', () => {
  test.each(table(stopMoments, 3))('the %s, %s', async (victim, _, moment) => {
    const job = nextJob();
    await job.submit('stays');
    await job.waitForOutput();
    await holdAt(moment);
    const stopped = job.stop();
    await strikeAt(moment, victim);
    await stopped;
    expect(await job.waitForFate()).toEqual({ status: 'CANCELLED', output: 'here\n', starts: 1 });
    await expectFreeCpu();
  });
});
