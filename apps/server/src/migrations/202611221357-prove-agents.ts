import { Migration, type QueryRunner } from './migration.js';

/**
 * Agents name their key by its SHA-256 and prove that they have it: keys are found by that. The secret of a node that enrols
 * counts from the moment its agent comes with it, and what signs the commands to a connection is kept beside it.
 */
export class ProveAgents2026112213570 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE node ADD enrol_secret_hash bytea');
    for (const column of ['secret_hash', 'enrol_secret_hash', 'enrol_token_hash']) {
      await runner.query(`CREATE UNIQUE INDEX node_${column}_id ON node (sha256(${column}))`);
    }
    // No foreign key: the agent of a deleted node is still told to stop its jobs.
    await runner.query(`
      CREATE TABLE agent_session (
        node_id uuid CONSTRAINT agent_session_pk PRIMARY KEY,
        connection_id text NOT NULL,
        key bytea NOT NULL,
        ordered bigint NOT NULL DEFAULT 0
      )`);
  }
}
