import { Migration, type QueryRunner } from './migration.js';

/** The letters of other scripts that look like Latin ones (`features/users/names/user-name.ts`). */
const lookAlikes = { from: 'аеорсухіѕјԁһԛԝαορνικυχ', to: 'aeopcyxisjdhqwaopvikux' } as const;

/** Removals that outlive a process, folders that are never given twice, and names that cannot be taken for each other. */
export class MakeLeavingDurable2026112120200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION user_name_key(user_name text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
      AS $$ SELECT translate(lower(normalize(user_name, NFKC)), '${lookAlikes.from}', '${lookAlikes.to}') $$`);
    await this.indexNames(runner);
    await runner.query('ALTER TABLE user_account ADD COLUMN home_key text');
    await runner.query(
      'CREATE UNIQUE INDEX user_account_home_key_index ON user_account (coalesce(home_key, user_name))',
    );
    await runner.query(`
      CREATE TABLE retired_home (
        home_key text CONSTRAINT retired_home_pk PRIMARY KEY,
        retired_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE user_removal (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT user_removal_pk PRIMARY KEY,
        user_id uuid NOT NULL,
        user_name text NOT NULL,
        home_key text NOT NULL,
        steps_done text[] NOT NULL DEFAULT '{}',
        leased_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  /** Names that are alike already stay as they are: all but the first of them are left out of the index. */
  private async indexNames(runner: QueryRunner): Promise<void> {
    const later: { id: string }[] = await runner.query(
      `SELECT id FROM (
         SELECT id, row_number() OVER (PARTITION BY user_name_key(user_name) ORDER BY created_at, id) AS nth
         FROM user_account
       ) named WHERE nth > 1`,
    );
    const except = later.map(({ id }) => id).join(',');
    await runner.query(
      `CREATE UNIQUE INDEX user_account_name_key_index ON user_account (user_name_key(user_name))
       ${later.length === 0 ? '' : `WHERE id <> ALL ('{${except}}'::uuid[])`}`,
    );
  }
}
