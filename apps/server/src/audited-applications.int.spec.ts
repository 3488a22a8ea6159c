import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { finish, SpecApplications } from '@clusterdesk/tests/features/applications-fixture.js';

const { install, uninstall, update, retry, ...reading } = endpoints.applications;
let spec: SpecApplications;
let agent: FakeAgent;

beforeAll(async () => {
  // What could not be stored is not tried again while this spec looks at the log.
  spec = await SpecApplications.open({ timings: { database: { storeLateMs: 600_000 } } });
  await spec.write('htop');
  agent = await spec.connect(await spec.addNode('node-1'));
  await spec.platform.query(`
    CREATE FUNCTION spec_refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'this does not commit' USING ERRCODE = 'query_canceled'; END $$`);
});
afterAll(() => spec.close());

/** What has to be there before the call. */
const prepare = {
  [install.path]: () => Promise.resolve(),
  [uninstall.path]: () => runInstall(0),
  [update.path]: () => runInstall(0),
  [retry.path]: () => runInstall(1),
};
const decisions = [install, uninstall, update, retry];

async function runInstall(exitCode: number): Promise<void> {
  await spec.call('install', 'htop');
  await spec.dispatch();
  await finish(agent, agent.runs.at(-1)!.runId, exitCode, 'said\n');
}

async function readState(): Promise<unknown> {
  const rows: unknown[] = [];
  for (const table of ['application_run', 'application_node', 'application_output']) {
    rows.push(
      await spec.platform.query(`SELECT row_to_json(t)::text AS row FROM ${table} t ORDER BY 1`),
    );
  }
  return rows;
}

it('has each audited call of applications', () => {
  expect(decisions.every(({ audited }) => audited)).toBe(true);
  expect(Object.values(reading).some(({ audited }) => audited)).toBe(false);
});

describe.each(decisions.map((call) => [call.path, call] as const))('%s', (path, call) => {
  beforeEach(async () => {
    await spec.clear();
    await prepare[path]?.();
    // What led here has rows of its own.
    await spec.platform.query('TRUNCATE audit_log');
  });

  it('leaves one row, with which application on which nodes', async () => {
    const input = { name: 'htop', version: '1.0' };
    expect(await spec.platform.call(spec.manager, call, input)).toMatchObject({ success: true });
    const rows = await spec.platform.query(
      'SELECT user_name, method_name, target_type, target_id, target_name, details FROM audit_log',
    );
    expect(rows).toEqual([
      {
        ...{ user_name: 'manager', method_name: path },
        ...{ target_type: 'hostApplication', target_id: 'htop', target_name: 'htop' },
        details: { version: '1.0', count: 1, nodes: ['node-1'] },
      },
    ]);
  });

  it('is undone with its row, and asks no node', async () => {
    const before = await readState();
    const asked = agent.runs.length;
    await spec.platform.query(`CREATE CONSTRAINT TRIGGER spec_no_commit AFTER INSERT ON audit_log
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.target_id IS NOT NULL) EXECUTE FUNCTION spec_refuse()`);
    try {
      const input = { name: 'htop', version: '1.0' };
      expect(await spec.platform.call(spec.manager, call, input)).toMatchObject({ code: 503 });
    } finally {
      await spec.platform.query('DROP TRIGGER spec_no_commit ON audit_log');
    }
    expect(await readState()).toEqual(before);
    await spec.dispatch();
    expect(agent.runs.length).toBe(asked);
  });
});
