import { Wait } from 'testcontainers';
import { waitFor } from '../wait-for.js';
import { AddressedPart } from './container-part.js';
import { findHostPort } from './engine.js';
import { images } from './images.js';
import { begin, database, hostOf, run, type Surroundings } from './part-recipes.js';

const folder = '/var/lib/postgresql/data';
const askPrimary = ['psql', '-U', database.user, '-d', database.name, '-At', '-c'];

/**
 * A second PostgreSQL that follows the first by streaming. What is committed from then on is acknowledged when the second has
 * applied it, too (`synchronous_commit = remote_apply`): else a fail-over would lose what PostgreSQL itself promised.
 */
export async function startStandby(
  around: Surroundings,
  primary: AddressedPart,
): Promise<AddressedPart> {
  const name = 'standby';
  await primary.exec([
    'sh',
    '-c',
    `echo 'host replication all all scram-sha-256' >> ${folder}/pg_hba.conf`,
  ]);
  await primary.exec([...askPrimary, 'SELECT pg_reload_conf()']);
  const port = await findHostPort();
  const copy = `pg_basebackup -h ${primary.name} -U ${database.user} -D ${folder} -R -X stream -c fast`;
  const container = await run(
    name,
    begin(images.postgres, name, around)
      .withUser('postgres')
      .withEnvironment({ PGPASSWORD: database.password, PGDATA: folder })
      .withEntrypoint(['bash', '-c'])
      .withCommand([`chmod 700 ${folder} && ${copy} && exec postgres -D ${folder}`])
      .withExposedPorts({ container: 5432, host: port })
      .withWaitStrategy(Wait.forLogMessage('started streaming WAL from primary')),
  );
  for (const setting of [
    "synchronous_standby_names = '*'",
    "synchronous_commit = 'remote_apply'",
  ]) {
    await primary.exec([...askPrimary, `ALTER SYSTEM SET ${setting}`]);
  }
  await primary.exec([...askPrimary, 'SELECT pg_reload_conf()']);
  const url = `postgresql://${database.user}:${database.password}@${hostOf(container, port)}/${database.name}`;
  const part = new AddressedPart(container, { name, network: around.network, readyUrl: null }, url);
  await waitFor('the standby to be waited for', async () =>
    (await primary.exec([...askPrimary, 'SELECT sync_state FROM pg_stat_replication'])).includes(
      'sync',
    ),
  );
  return part;
}

/** The standby takes over under the name of the first, as whatever watches over PostgreSQL does it. The first must be dead. */
export async function promote(standby: AddressedPart, name: string): Promise<void> {
  await standby.exec(['pg_ctl', 'promote', '-D', folder], { user: 'postgres' });
  await standby.cut();
  await standby.connect(name);
}
