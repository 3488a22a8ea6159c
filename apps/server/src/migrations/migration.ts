import type { MigrationInterface, QueryRunner } from 'typeorm';

export type { QueryRunner };

/**
 * A step of the schema, known by its class's name. It only goes forward: the version before runs on the newer tables (a release
 * expands, a later one contracts), and what has to be undone is undone by the backup.
 */
export abstract class Migration implements MigrationInterface {
  readonly name = this.constructor.name;

  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<void> {
    return Promise.reject(new Error(`${this.name} cannot be undone: restore a backup instead`));
  }
}
