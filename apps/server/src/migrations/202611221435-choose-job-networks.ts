import { Migration, type QueryRunner } from './migration.js';

/**
 * A queue says what network its jobs get, or leaves it to its nodes; a job keeps what came of that when it was submitted, and a node notes
 * which networks it can give. Jobs reached what their host reached until now, which is what an agent that says nothing gives.
 */
export class ChooseJobNetworks2026112214350 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE compute_queue ADD COLUMN network text NOT NULL DEFAULT 'automatic'
        CONSTRAINT compute_queue_network_known CHECK (network IN ('automatic', 'none', 'outside'));
      ALTER TABLE script_job ADD COLUMN network text NOT NULL DEFAULT 'outside'
        CONSTRAINT script_job_network_known CHECK (network IN ('none', 'outside'));
      ALTER TABLE node ADD COLUMN networks text[] NOT NULL DEFAULT '{outside}'`);
  }
}
