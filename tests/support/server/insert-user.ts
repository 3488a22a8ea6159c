import { createHash, randomBytes } from 'node:crypto';

type Query = (sql: string, parameters: unknown[]) => Promise<Record<string, unknown>[]>;

/** A signed-in user with a role of exactly these pages, put straight into the database. */
export async function insertUser(
  query: Query,
  name: string,
  menuUrls: readonly string[],
): Promise<{ id: string; token: string }> {
  const token = randomBytes(16).toString('hex');
  const [user] = await query(
    `INSERT INTO user_account (user_name, password_hash, language) VALUES ($1, 'none', 'en') RETURNING id`,
    [name],
  );
  const [role] = await query(`INSERT INTO role (role_name) VALUES ($1) RETURNING id`, [
    `role of ${name}`,
  ]);
  if (!user || !role) {
    throw new Error('The user could not be made.');
  }
  await query('INSERT INTO user_role (user_id, role_id) VALUES ($1, $2)', [user['id'], role['id']]);
  await query(
    'INSERT INTO role_menu (role_id, menu_id) SELECT $1, id FROM menu WHERE menu_url = ANY($2)',
    [role['id'], menuUrls],
  );
  await query(
    `INSERT INTO user_session (user_id, token_hash, expires_at) VALUES ($1, $2, now() + interval '1 hour')`,
    [user['id'], createHash('sha256').update(token).digest()],
  );
  return { id: String(user['id']), token };
}
