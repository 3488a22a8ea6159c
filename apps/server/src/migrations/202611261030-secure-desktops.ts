import { Migration, type QueryRunner } from './migration.js';

/** Whether a desktop is opened encrypted, which followed from its port, and whether its host reaches the files of its users. */
export class SecureDesktops2026112610300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE node
        ADD COLUMN https boolean NOT NULL DEFAULT false,
        ADD COLUMN allow_files boolean NOT NULL DEFAULT false`);
    await runner.query(
      `UPDATE node SET https = true WHERE kind = 'desktop' AND desktop_port = 443`,
    );
  }
}
