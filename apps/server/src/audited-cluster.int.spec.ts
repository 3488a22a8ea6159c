import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type Endpoint } from '@clusterdesk/contracts';
import { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

const { desktops, calculations, desktopSessions } = endpoints;
let platform: SpecPlatform;
let keeper: SpecUser;
let agent: FakeAgent;

/** What could not be stored is not tried again while these specs look at the log. */
const timings = { database: { storeLateMs: 600_000 } };

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false, timings });
  keeper = await platform.addUser('keeper', ['/desktopDot', '/calculateDot', '/onlineUser']);
  await platform.query(`
    CREATE FUNCTION spec_refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'this does not commit' USING ERRCODE = 'query_canceled'; END $$`);
});
afterAll(async () => {
  agent?.close();
  await platform.close();
});

/** A call to be made, and what its row says. */
interface Decision {
  endpoint: Endpoint;
  input: Record<string, unknown>;
  target: { type: string; id: unknown; name: string };
  details: unknown;
}

let count = 0;
const names = () => {
  count += 1;
  return { desktopName: `d_${String(count)}z`, calculationName: `c-${String(count)}z` };
};

async function newDesktop(): Promise<{ id: string; name: string; command: string }> {
  const { desktopName } = names();
  const { result } = await platform.call(keeper, desktops.add, { desktopName, lanIp: '10.0.0.1' });
  return { id: result.id, name: desktopName, command: result.enrolment?.command ?? '' };
}

async function newHost(): Promise<{ id: string; name: string }> {
  const { calculationName } = names();
  const { result } = await platform.call(keeper, calculations.add, {
    calculationName,
    lanIp: '10.0.0.1',
  });
  return { id: result.id, name: calculationName };
}

const of = (
  endpoint: Endpoint,
  { id, name }: { id: string; name: string },
  details: unknown = null,
): Decision => ({ endpoint, input: { id }, target: { type: 'node', id, name }, details });

/** Of each audited call one, by its path. */
const decisions: Record<string, () => Promise<Decision>> = {
  [desktops.add.path]: async () => {
    const { id, name } = await newDesktop();
    return {
      endpoint: desktops.add,
      input: {
        id,
        desktopName: name,
        lanIp: '10.0.0.2',
        wanIp: 'a.example.org',
        userInfos: [{ id: keeper.id }],
      },
      target: { type: 'node', id, name },
      details: {
        before: {
          name,
          lanIp: '10.0.0.1',
          wanIp: '',
          desktopPort: 300,
          https: false,
          allowFiles: false,
          description: '',
          users: [],
        },
        after: {
          name,
          lanIp: '10.0.0.2',
          wanIp: 'a.example.org',
          desktopPort: 300,
          https: false,
          allowFiles: false,
          description: '',
          users: ['keeper'],
        },
      },
    };
  },
  [desktops.remove.path]: async () => of(desktops.remove, await newDesktop()),
  [desktops.enrol.path]: async () => of(desktops.enrol, await newDesktop()),
  [desktops.revoke.path]: async () => of(desktops.revoke, await newDesktop()),
  [calculations.add.path]: async () => {
    const { calculationName } = names();
    return {
      endpoint: calculations.add,
      input: { calculationName, lanIp: '10.0.0.3' },
      target: { type: 'node', id: expect.any(String), name: calculationName },
      details: { after: { name: calculationName, lanIp: '10.0.0.3', description: '' } },
    };
  },
  [calculations.remove.path]: async () => of(calculations.remove, await newHost()),
  [calculations.hold.path]: async () => {
    const host = await newHost();
    const details = { before: { isHeld: false }, after: { isHeld: true } };
    return {
      ...of(calculations.hold, host, details),
      input: { id: host.id, isHeld: true },
    };
  },
  [calculations.enrol.path]: async () => of(calculations.enrol, await newHost()),
  [calculations.revoke.path]: async () => of(calculations.revoke, await newHost()),
  [desktopSessions.close.path]: async () => {
    const { name, command } = await newDesktop();
    const token = /AGENT_TOKEN='([\w-]+)'/.exec(command)?.[1] ?? '';
    agent?.close();
    agent = await FakeAgent.connect(
      platform.baseUrl,
      await FakeAgent.enrol(platform.baseUrl, token),
    );
    await agent.hello({ allow: ['sessions'] });
    agent.keepReporting();
    await agent.say('sessions.report', {
      sessions: [
        { key: 'k', kind: 'vnc', user: 'guest', display: ':1', since: 0, idleSince: null },
      ],
    });
    const { result } = await platform.call(keeper, desktopSessions.list, { search: name });
    const sessionId = result.data[0]?.sessionId ?? '';
    return {
      endpoint: desktopSessions.close,
      input: { sessionId },
      target: { type: 'desktop-session', id: sessionId, name: 'guest' },
      details: { desktop: name },
    };
  },
};

const audited = [desktops, calculations, desktopSessions]
  .flatMap((feature): Endpoint[] => Object.values(feature))
  .filter((endpoint) => endpoint.audited)
  .map(({ path }) => path);

const readLog = () =>
  platform.query(`SELECT user_name, method_name, target_type AS type, target_id AS id, target_name AS name, details
                  FROM audit_log WHERE target_id IS NOT NULL ORDER BY id`);
const readState = async (): Promise<unknown> => {
  const rows = await Promise.all(
    ['node', 'desktop_user', 'desktop_session'].map((table) =>
      platform.query(
        `SELECT (to_jsonb(t) - 'last_seen_at')::text AS row FROM ${table} t ORDER BY 1`,
      ),
    ),
  );
  return rows;
};

it('each audited call has a line here', () => {
  expect(Object.keys(decisions).sort()).toEqual([...audited].sort());
});

describe.each(audited)('%s', (path) => {
  it('writes one row of what was decided, with no secret in it', async () => {
    const decision = await decisions[path]?.();
    if (!decision) {
      throw new Error('There is no such decision.');
    }
    await platform.query('TRUNCATE audit_log');
    const answer = await platform.call(keeper, decision.endpoint, decision.input as never);
    expect(answer.success).toBe(true);
    const rows = await readLog();
    expect(rows).toEqual([
      {
        user_name: 'keeper',
        method_name: path,
        ...decision.target,
        details: decision.details,
      },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/AGENT_TOKEN|[\w-]{43}/);
  });

  it('decides nothing when the row cannot be written', async () => {
    const decision = await decisions[path]?.();
    await platform.query(`CREATE CONSTRAINT TRIGGER spec_no_commit AFTER INSERT ON audit_log
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.target_id IS NOT NULL) EXECUTE FUNCTION spec_refuse()`);
    try {
      const before = await readState();
      const answer = await platform.call(
        keeper,
        decision?.endpoint as Endpoint,
        decision?.input as never,
      );
      expect(answer.success).toBe(false);
      expect(await readState()).toEqual(before);
    } finally {
      await platform.query('DROP TRIGGER spec_no_commit ON audit_log');
    }
  });
});
