import { Client } from 'pg';
import { waitFor } from '../wait-for.js';

/** When a statement makes a transition of a job: what it finds is OLD, what it writes is NEW. */
const transitions = {
  submitted: `TG_OP = 'INSERT'`,
  reserved: `TG_OP = 'UPDATE' AND OLD.reserved_at IS NULL AND NEW.reserved_at IS NOT NULL`,
  sent: `TG_OP = 'UPDATE' AND OLD.sent_at IS NULL AND NEW.sent_at IS NOT NULL`,
  accepted: `TG_OP = 'UPDATE' AND NEW.is_accepted AND NOT OLD.is_accepted`,
  started: `TG_OP = 'UPDATE' AND NEW.status = 'RUNNING' AND OLD.status <> 'RUNNING'`,
  output: `TG_OP = 'UPDATE' AND NEW.output_bytes > OLD.output_bytes`,
  ended: `TG_OP = 'UPDATE' AND NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL`,
  stopping: `TG_OP = 'UPDATE' AND NEW.stop_reason IS NOT NULL AND OLD.stop_reason IS NULL`,
} as const;
export type Transition = keyof typeof transitions;
const names = Object.keys(transitions) as Transition[];

/** Of the advisory locks by which transitions are held; of nobody else's. */
const lockClass = 7_302;

/** Lets the test stop a job's transition within the database: its row is written, and not yet committed. */
export class HeldTransitions {
  private holder: Client | null = null;

  private constructor(private readonly url: string) {}

  /** Adds a trigger to the table of jobs. @param url of a superuser or the owner of the tables */
  static async prepare(url: string): Promise<HeldTransitions> {
    const waits = names.map(
      (name, index) => `IF ${transitions[name]} THEN
        PERFORM pg_advisory_xact_lock_shared(${lockClass}, ${index}); END IF;`,
    );
    const client = await connected(url);
    await client.query(
      `CREATE FUNCTION hold_transition() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN ${waits.join('\n')} RETURN NEW; END $$`,
    );
    await client.query(
      `CREATE TRIGGER hold_transition BEFORE INSERT OR UPDATE ON script_job
       FOR EACH ROW EXECUTE FUNCTION hold_transition()`,
    );
    await client.end();
    return new HeldTransitions(url);
  }

  /** Stops whoever makes this transition next, until `release`. */
  async hold(transition: Transition): Promise<void> {
    this.holder = await connected(this.url);
    const lock = [lockClass, names.indexOf(transition)];
    await this.holder.query('SELECT pg_advisory_lock($1, $2)', lock);
  }

  /** Resolves when a transition has been stopped. */
  async waitForHeld(): Promise<void> {
    await waitFor(
      'a transition in the database',
      async () => {
        const held = await this.holder?.query(
          `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND NOT granted`,
          [lockClass],
        );
        return (held?.rowCount ?? 0) > 0;
      },
      30_000,
      5,
    );
  }

  /** Cuts every connection of the platform to its database; transactions that are open there are rolled back. */
  async cutConnections(): Promise<void> {
    const client = await connected(this.url);
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND usename <> current_user`,
    );
    await client.end();
  }

  /** Lets the transition go on, if whoever makes it still lives. */
  async release(): Promise<void> {
    const holder = this.holder;
    this.holder = null;
    await holder?.end().catch(() => undefined);
  }
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // The database may be killed under it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
