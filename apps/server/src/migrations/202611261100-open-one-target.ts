import { Migration, type QueryRunner } from './migration.js';

/** A code is drawn for one target, and the session that it opens is of that target and of the session that drew it. */
export class OpenOneTarget2026112611000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE menu ADD COLUMN allow_files boolean NOT NULL DEFAULT false');
    // Codes live for a minute: those of before the upgrade are not worth keeping.
    await runner.query('DELETE FROM sign_in_code');
    for (const table of ['sign_in_code', 'user_session']) {
      await runner.query(`
        ALTER TABLE ${table}
          ADD COLUMN target_node_id uuid,
          ADD COLUMN target_menu_id text
            CONSTRAINT ${table}_menu_fk REFERENCES menu (id) ON DELETE CASCADE,
          ADD COLUMN target_name text,
          ADD COLUMN target_name_en text,
          ADD COLUMN allow_files boolean NOT NULL DEFAULT false,
          ADD CONSTRAINT ${table}_desktop_fk FOREIGN KEY (target_node_id, user_id)
            REFERENCES desktop_user (node_id, user_id) ON DELETE CASCADE`);
      await runner.query(
        `CREATE INDEX ${table}_desktop_index ON ${table} (target_node_id, user_id)`,
      );
      await runner.query(`CREATE INDEX ${table}_menu_index ON ${table} (target_menu_id)`);
    }
    await runner.query(`
      ALTER TABLE sign_in_code
        ADD CONSTRAINT sign_in_code_target CHECK (num_nonnulls(target_node_id, target_menu_id) = 1)`);
    await runner.query(`
      ALTER TABLE user_session
        ADD COLUMN drawn_by uuid
          CONSTRAINT user_session_drawn_by_fk REFERENCES user_session (id) ON DELETE CASCADE,
        ADD CONSTRAINT user_session_target
          CHECK (num_nonnulls(target_node_id, target_menu_id) = num_nonnulls(drawn_by))`);
    await runner.query('CREATE INDEX user_session_drawn_by_index ON user_session (drawn_by)');
  }
}
