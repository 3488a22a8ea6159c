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

/** Moments by the tests' names for them, each with who dies then in the gate; the long run lets everybody die at each. */
type Moments = Record<string, [at: Moment, inGate?: Victim]>;

/** Before, during and after each transition of a job that runs to its end; what is after one is before the next. */
const runMoments: Moments = {
  'while it is submitted': [{ within: 'submitted' }],
  'while it is reserved': [{ within: 'reserved' }, 'connections of the database'],
  'while it is noted as sent': [{ within: 'sent' }],
  'when its command is on the way': [message('jobs.run-script'), 'server'],
  'when the agent has accepted it': [answer('jobs.run-script')],
  'while it is noted as accepted': [{ within: 'accepted' }],
  'when it has started': [message('jobs.started')],
  'while it is noted as started': [{ within: 'started' }],
  'when its start is noted': [answer('jobs.started')],
  'when its output is on the way': [message('jobs.output'), 'connection of the agent'],
  'while its output is stored': [{ within: 'output' }],
  'when its output is stored': [answer('jobs.output'), 'worker'],
  'when it has ended': [message('jobs.ended'), 'agent'],
  'while its end is noted': [{ within: 'ended' }],
  'when its end is acknowledged': [answer('jobs.ended')],
};
/** The same of a running job that is cancelled. */
const stopMoments: Moments = {
  'while the stop is noted': [{ within: 'stopping' }],
  'when the stop is on the way': [message('jobs.stop-script'), 'agent'],
  'when the agent has heard of the stop': [answer('jobs.stop-script')],
  'when it has ended by the stop': [message('jobs.ended')],
  'while its end by the stop is noted': [{ within: 'ended' }],
  'when its end by the stop is acknowledged': [answer('jobs.ended')],
};
/** An agent whose connection broke when it had accepted a job comes back. */
const returnMoments: Moments = {
  'when the agent comes back': [message('node.hello'), 'connection of the agent'],
  'while the platform learns that it was accepted': [{ within: 'accepted' }],
  'when the agent is told to go on': [answer('node.hello')],
};
/** Agents are killed after so many new files and folders of their state; a job has more than that. */
const noteCounts = isLongRun ? Array.from({ length: 16 }, (_, index) => index + 1) : [9];

let platform: TestPlatform;
let client: ApiClient;
let agent: WiredAgent;
let transitions: HeldTransitions;
let home: string;

interface Fault {
  strike(): Promise<unknown>;
  /** When it does not come back by itself. */
  recover?(): Promise<void>;
}

/** Who dies, by the tests' names for it. */
const faults = {
  server: { strike: () => platform.kill('server') },
  worker: { strike: () => platform.kill('worker') },
  agent: { strike: () => agent.killAndStart() },
  'server and agent': {
    strike: () => Promise.all([platform.kill('server'), agent.killAndStart()]),
  },
  'connections of the database': { strike: () => transitions.cutConnections() },
  'connection of the agent': { strike: async () => agent.wire.cut() },
  database: { strike: () => platform.kill('database') },
  // What was not sent to it may go elsewhere then.
  'agent, for as long as it takes to be missed': {
    strike: () => agent.kill(),
    recover: async () => {
      await waitFor('the node to be offline', async () => !(await isOnline()), 60_000, 200);
      agent.start();
    },
  },
} satisfies Record<string, Fault>;
type Victim = keyof typeof faults;

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

async function isOnline(): Promise<boolean> {
  const { result } = await client.expectOk(endpoints.calculations.list, {});
  return result.find(({ id }) => id === agent.nodeId)?.online ?? false;
}

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
async function strikeAt(moment: Moment, { strike, recover }: Fault): Promise<void> {
  await waitUntilHeld(moment);
  await strike();
  await transitions.release();
  agent.wire.release();
  await recover?.();
  await waitFor('the server to be ready', () => platform.isReady());
}

/** Expects it to have run once and whole. A job that no answer promised may as well not be there. */
async function expectOneRun(job: CountedJob): Promise<void> {
  const fate = await job.waitForFate();
  if (fate === null) {
    expect([job.isAnswered, job.countStarts()]).toEqual([false, 0]);
  } else {
    expect(fate).toEqual({ status: 'COMPLETED', output: wholeOutput, starts: 1 });
  }
  await expectFreeCpu();
}

async function expectFreeCpu(): Promise<void> {
  await waitFor('its CPU to be free', async () => {
    const { result } = await client.expectOk(endpoints.jobs.queueLoads, {});
    return result.find((queue) => queue.queueName === queueName)?.freeCpus === 1;
  });
}

/** Rows for tests: who dies, when, and how that is told. */
function table(moments: Moments): [string, string, Moment, Fault][] {
  return Object.entries(moments).flatMap(([when, [at, inGate]]) => {
    const struck = Object.entries<Fault>(faults).filter(
      ([victim]) => isLongRun || victim === inGate,
    );
    return struck.map(([victim, fault]) => [victim, when, at, fault] as const);
  });
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
  test.each(table(runMoments))('the %s, %s', async (_, __, moment, fault) => {
    const job = nextJob();
    await holdAt(moment);
    const submitted = job.submit('says');
    await strikeAt(moment, fault);
    await submitted;
    await expectOneRun(job);
  });
});

describe('a job whose agent comes back runs once and whole, whatever dies', () => {
  test.each(table(returnMoments))('the %s, %s', async (_, __, moment, fault) => {
    const job = nextJob();
    await holdAt(answer('jobs.run-script'));
    await job.submit('says');
    await waitUntilHeld(answer('jobs.run-script'));
    agent.wire.cut();
    await holdAt(moment);
    await strikeAt(moment, fault);
    await expectOneRun(job);
  });

  test.each(noteCounts)('the agent, after it has noted %i things', async (count) => {
    const job = nextJob();
    let isOver = false;
    const killed = agent.killAfterNotes(count, () => isOver);
    await job.submit('says');
    await expectOneRun(job);
    isOver = true;
    expect(await killed).toBe(true);
  });
});

describe('a running job that is stopped ends once, whatever dies', () => {
  test.each(table(stopMoments))('the %s, %s', async (_, __, moment, fault) => {
    const job = nextJob();
    await job.submit('stays');
    await job.waitForOutput();
    await holdAt(moment);
    const stopped = job.stop();
    await strikeAt(moment, fault);
    await stopped;
    expect(await job.waitForFate()).toEqual({ status: 'CANCELLED', output: 'here\n', starts: 1 });
    await expectFreeCpu();
  });
});
