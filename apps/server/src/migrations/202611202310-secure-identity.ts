import { Migration, type QueryRunner } from './migration.js';

/** Limits, codes, and the indexes of the log. */
export class SecureIdentity2026112023100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    // Names that differ only in case would be one folder to people, and one lock to guessers.
    await runner.query(
      'CREATE UNIQUE INDEX user_account_user_name_any_case ON user_account (lower(user_name))',
    );
    await runner.query(
      'CREATE INDEX user_account_created_index ON user_account (created_at DESC, id)',
    );
    // The shape that rate-limiter-flexible works on.
    await runner.query(`
      CREATE TABLE rate_limit (
        key varchar(255) CONSTRAINT rate_limit_pk PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      )`);
    await runner.query(`
      CREATE TABLE sign_in_code (
        code_hash bytea CONSTRAINT sign_in_code_pk PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT sign_in_code_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX sign_in_code_expiry_index ON sign_in_code (expires_at)');
    await runner.query(`
      CREATE TABLE verification_code (
        user_id uuid NOT NULL CONSTRAINT verification_code_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        purpose text NOT NULL,
        target text NOT NULL,
        code_hash bytea,
        tries smallint NOT NULL DEFAULT 0,
        requested_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        confirmed_at timestamptz,
        CONSTRAINT verification_code_pk PRIMARY KEY (user_id, purpose)
      )`);
    await runner.query(
      'CREATE INDEX verification_code_target_index ON verification_code (target, requested_at)',
    );
    for (const [index, column] of logIndexes) {
      await runner.query(`CREATE INDEX ${index} ON audit_log (${column}, id DESC)`);
    }
  }
}

const logIndexes = [
  ['audit_log_level_index', 'log_level'],
  ['audit_log_model_index', 'log_model'],
  ['audit_log_user_index', 'user_name'],
] as const;
