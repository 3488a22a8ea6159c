import { Migration, type QueryRunner } from './migration.js';

/** What the log can be narrowed to besides level, feature and name: user, call and time. */
export class IndexLogFilters2026112205040 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX audit_log_user_id_index ON audit_log (user_id, id DESC) WHERE user_id IS NOT NULL`);
    await runner.query('CREATE INDEX audit_log_method_index ON audit_log (method_name, id DESC)');
    await runner.query('CREATE INDEX audit_log_created_index ON audit_log (created_at)');
  }
}
