import {
  createPrivateKey,
  createPublicKey,
  constants,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import { verify } from '@node-rs/argon2';
import type { ClientBase } from 'pg';
import type { Manifest } from '../archive/manifest.js';
import { ArchiveDamagedError } from '../backup.errors.js';
import { quoted } from '../database/catalogue.js';
import { isKept } from '../database/kept-tables.js';
import { passwordKey } from '../../users/passwords/password.service.js';

/**
 * Looks at a restored database as those would who begin to work with it: no row is younger than the backup, and an
 * administrator could sign in with the restored key and password. What refers to nothing has been refused by the load.
 * @throws ArchiveDamagedError
 */
export async function lookAtRestored(client: ClientBase, manifest: Manifest): Promise<void> {
  await assertAge(client, manifest);
  await assertPasswordKey(client);
  await assertAdministrators(client);
}

/** All rows are there. @throws ArchiveDamagedError */
export async function assertCounts(client: ClientBase, { tables }: Manifest): Promise<void> {
  for (const { name, rows } of tables.filter((table) => isKept(table.name))) {
    const answer = await client.query<{ count: string }>(
      `SELECT count(*) AS count FROM ${quoted(name)}`,
    );
    if (Number(answer.rows[0]?.count) !== rows) {
      throw new ArchiveDamagedError(name);
    }
  }
}

/** The log says when something happened last, by the clock of the database. */
async function assertAge(client: ClientBase, { takenAt }: Manifest): Promise<void> {
  const { rows } = await client.query<{ isYounger: boolean | null }>(
    `SELECT max(created_at) > $1::timestamptz + interval '1 second' AS "isYounger" FROM audit_log`,
    [takenAt],
  );
  if (rows[0]?.isYounger === true) {
    throw new ArchiveDamagedError('audit_log');
  }
}

/** A password that a browser encrypts with the restored key can be read. */
async function assertPasswordKey(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ value: unknown }>(
    'SELECT value FROM setting WHERE key = $1',
    [passwordKey.key],
  );
  const { data: key } = passwordKey.schema.safeParse(rows[0]?.value);
  const sent = randomBytes(16);
  const way = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  try {
    const encrypted = publicEncrypt({ key: createPublicKey(key?.publicKey ?? ''), ...way }, sent);
    const read = privateDecrypt(
      { key: createPrivateKey(key?.privateKey ?? ''), ...way },
      encrypted,
    );
    if (read.equals(sent)) {
      return;
    }
  } catch {
    // Told below: a key that cannot be used is no key.
  }
  throw new ArchiveDamagedError(passwordKey.key);
}

/** There is an administrator, and each one's password can be compared with what is typed. */
async function assertAdministrators(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ hash: string }>(
    `SELECT password_hash AS hash FROM user_account WHERE NOT is_frozen AND id IN (
       SELECT user_id FROM user_role JOIN role ON role.id = role_id WHERE is_system_administrator)
     ORDER BY created_at LIMIT 10`,
  );
  const compared = await Promise.all(
    rows.map(({ hash }) =>
      verify(hash, randomBytes(8).toString('hex')).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (compared.length === 0 || compared.includes(false)) {
    throw new ArchiveDamagedError('user_account');
  }
}
