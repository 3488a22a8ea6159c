import { Migration, type QueryRunner } from './migration.js';

/** Who changed a setting, and when: told beside its value. What was changed before is in the log only. */
export class NoteSettingChanges2026112900200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE setting
        ADD COLUMN changed_at timestamptz,
        ADD COLUMN changed_by uuid CONSTRAINT setting_changed_by_fk
          REFERENCES user_account (id) ON DELETE SET NULL`);
    await runner.query('CREATE INDEX setting_changed_by_index ON setting (changed_by)');
  }
}
