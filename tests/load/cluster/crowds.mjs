/** Crowds of agents and browsers as processes of their own, and the nodes and users that they are. */
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { password } from '../server-run.mjs';

/** Of one user: a session may have 32 windows on one server, and after a kill all come to one. */
export const windowsEach = 20;

/** Nodes as they are after their agents have enrolled. */
export async function addNodes(query, count) {
  const nodes = Array.from({ length: count }, (_, index) => ({
    name: `host-${String(index + 1).padStart(5, '0')}`,
    secret: randomBytes(32).toString('base64url'),
  }));
  await query(
    `INSERT INTO node (kind, name, lan_ip, secret_hash, is_online)
     SELECT 'compute', name, '10.0.0.1', decode(hash, 'hex'), false
     FROM unnest($1::text[], $2::text[]) AS added (name, hash)`,
    [
      nodes.map(({ name }) => name),
      nodes.map(({ secret }) => createHash('sha256').update(secret).digest('hex')),
    ],
  );
  return nodes;
}

/** Administrators enough for so many windows; their tokens. */
export const addWatchers = (client, query, windows) =>
  addAdministrators(client, query, Math.ceil(windows / windowsEach));

/** @returns {Promise<string[]>} their tokens */
export async function addAdministrators({ call, signIn, encrypt }, query, count) {
  const admin = await signIn();
  const [role] = await query('SELECT id FROM role WHERE is_system_administrator');
  const tokens = [];
  for (let index = 0; index < count; index += 1) {
    const userName = `viewer${index}`;
    await call('/user/info/add', { userName, password: encrypt(password), roleId: role.id }, admin);
    tokens.push(await signIn(userName));
  }
  return tokens;
}

/** A crowd that has begun. It ends with this process, or when it is killed. */
export async function startCrowd(name, start) {
  const child = fork(join(import.meta.dirname, `${name}.mjs`));
  await once(child, 'message');
  child.send({ start });
  return child;
}

/** What a crowd has seen since the last question. */
export async function ask(crowd) {
  crowd.send({});
  const [answer] = await once(crowd, 'message');
  return answer;
}
