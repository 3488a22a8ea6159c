import { Migration, type QueryRunner } from './migration.js';

/**
 * What is known of entries hangs on the entries, and these on their folders: what moves, moves by one row. Who put an entry there is
 * asked anew where a fault of earlier versions may have written it; rows that say what the folder says go.
 */
export class HangEntriesOnFolders2026112610400 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTree(runner);
    await createPlaces(runner);
    await hangProjectEntries(runner);
    await hangShares(runner);
    await hangApplications(runner);
    // Steps of earlier versions say too little of what they placed: nobody has put that.
    await runner.query('DELETE FROM space_operation');
    await runner.query(`
      ALTER TABLE space_operation
        ADD COLUMN due_at timestamptz NOT NULL,
        ADD COLUMN tries smallint NOT NULL DEFAULT 0`);
    await runner.query('DROP INDEX space_operation_created_index');
    await runner.query('CREATE INDEX space_operation_due_index ON space_operation (due_at)');
    await runner.query(
      'CREATE INDEX space_operation_space_index ON space_operation (space, space_id)',
    );
  }
}

async function createTree(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE space_entry (
      id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT space_entry_pk PRIMARY KEY,
      parent_id bigint CONSTRAINT space_entry_parent_fk REFERENCES space_entry (id),
      name text COLLATE "C" NOT NULL,
      space text,
      space_id text,
      trash_id text
    )`);
  await runner.query(
    `CREATE UNIQUE INDEX space_entry_place_unique ON space_entry (parent_id, name)
       WHERE parent_id IS NOT NULL`,
  );
  await runner.query(
    `CREATE UNIQUE INDEX space_entry_root_unique ON space_entry (space, space_id)
       WHERE space IS NOT NULL AND trash_id IS NULL`,
  );
  await runner.query(
    `CREATE UNIQUE INDEX space_entry_trash_unique ON space_entry (space, space_id, trash_id)
       WHERE trash_id IS NOT NULL`,
  );
  await runner.query(
    'CREATE INDEX space_entry_gone_index ON space_entry (id) WHERE parent_id IS NULL AND space IS NULL',
  );
  // The loops end: who fails to insert finds what another has inserted, unless that has moved away in between.
  await runner.query(`
    CREATE FUNCTION ensure_space_entry(of_space text, of_id text, of_trash text, parts text[]) RETURNS bigint
    LANGUAGE plpgsql AS $$
    DECLARE
      above bigint;
      entry bigint;
      part text;
    BEGIN
      LOOP
        SELECT id INTO above FROM space_entry
          WHERE space = of_space AND space_id = of_id AND trash_id IS NOT DISTINCT FROM of_trash;
        EXIT WHEN FOUND;
        INSERT INTO space_entry (name, space, space_id, trash_id) VALUES ('', of_space, of_id, of_trash)
          ON CONFLICT DO NOTHING;
      END LOOP;
      FOREACH part IN ARRAY parts LOOP
        LOOP
          SELECT id INTO entry FROM space_entry WHERE parent_id = above AND name = part;
          EXIT WHEN FOUND;
          INSERT INTO space_entry (parent_id, name) VALUES (above, part) ON CONFLICT DO NOTHING;
        END LOOP;
        above := entry;
      END LOOP;
      RETURN above;
    END $$`);
}

async function createPlaces(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION space_entry_place(of_id bigint)
      RETURNS TABLE (space text, space_id text, trash_id text, path text)
    LANGUAGE sql STABLE ROWS 1 AS $$
      WITH RECURSIVE way AS (
        SELECT entry.*, 0 AS depth FROM space_entry AS entry WHERE entry.id = of_id
        UNION ALL
        SELECT above.*, way.depth + 1 FROM way JOIN space_entry AS above ON above.id = way.parent_id)
      SELECT max(way.space), max(way.space_id), max(way.trash_id),
        '/' || coalesce(string_agg(way.name, '/' ORDER BY way.depth DESC) FILTER (WHERE way.parent_id IS NOT NULL), '')
      FROM way HAVING max(way.space) IS NOT NULL
    $$`);
}

async function hangProjectEntries(runner: QueryRunner): Promise<void> {
  await runner.query(`
    ALTER TABLE project_entry
      ADD COLUMN entry_id bigint
        CONSTRAINT project_entry_entry_fk REFERENCES space_entry (id) ON DELETE CASCADE,
      ADD COLUMN was_switches smallint,
      ADD COLUMN claimed_by uuid
        CONSTRAINT project_entry_claimed_by_fk REFERENCES user_account (id) ON DELETE SET NULL`);
  await runner.query(`
    UPDATE project_entry SET entry_id = ensure_space_entry(
      'project', project_id::text, trash_id, string_to_array(substr(path, 2), '/'))`);
  await runner.query('ALTER TABLE project_entry DROP CONSTRAINT project_entry_pk');
  await runner.query(`
    ALTER TABLE project_entry
      DROP COLUMN id, DROP COLUMN path, DROP COLUMN path_key, DROP COLUMN trash_id,
      ADD CONSTRAINT project_entry_pk PRIMARY KEY (entry_id)`);
  await runner.query('CREATE INDEX project_entry_project_index ON project_entry (project_id)');
  await runner.query(`
    CREATE INDEX project_entry_switches_index ON project_entry (project_id, switches) WHERE switches IS NOT NULL`);
  await runner.query(`
    CREATE INDEX project_entry_claimed_index ON project_entry (claimed_by) WHERE claimed_by IS NOT NULL`);
  await runner.query(`
    WITH RECURSIVE held AS (
      SELECT entry.id, known.put_by AS by, FALSE AS is_said
      FROM space_entry AS entry LEFT JOIN project_entry AS known ON known.entry_id = entry.id
      WHERE entry.parent_id IS NULL
      UNION ALL
      SELECT entry.id, CASE WHEN known.put_at IS NULL THEN held.by ELSE known.put_by END,
        known.put_by IS NOT DISTINCT FROM held.by AND known.switches IS NULL
      FROM held JOIN space_entry AS entry ON entry.parent_id = held.id
        LEFT JOIN project_entry AS known ON known.entry_id = entry.id)
    DELETE FROM project_entry USING held WHERE held.id = entry_id AND held.is_said`);
  await runner.query(`
    UPDATE project_entry SET claimed_by = put_by, put_by = NULL
    FROM project WHERE project.id = project_id
      AND put_by IS DISTINCT FROM owner_id AND put_by IS DISTINCT FROM admin_id`);
}

/** The parts of a path, as SQL. */
const parts = (path: string): string => `string_to_array(substr(${path}, 2), '/')`;

/** Where a row's entry is: as long as it is known where; else where it was. */
const placeColumns = (was: string): string =>
  `coalesce(place.path, ${was}) AS path, CASE WHEN place.path IS NULL THEN '' ELSE place.trash_id END AS trash_id`;

async function addEntryId(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`
    ALTER TABLE ${table} ADD COLUMN entry_id bigint
      CONSTRAINT ${table}_entry_fk REFERENCES space_entry (id) ON DELETE SET NULL`);
}

async function hangShares(runner: QueryRunner): Promise<void> {
  await addEntryId(runner, 'share_path');
  await runner.query(`
    UPDATE share_path SET entry_id = ensure_space_entry('disk', owner_id::text, trash_id, ${parts('path')})`);
  await runner.query(
    'DROP INDEX share_path_place_index, share_path_folder_index, share_path_trash_index',
  );
  await runner.query('ALTER TABLE share_path DROP COLUMN trash_id');
  await runner.query('CREATE INDEX share_path_entry_index ON share_path (entry_id)');
  await runner.query(`
    CREATE VIEW shared_entry AS
    SELECT share_id, "position", owner_id, is_directory, entry_id, ${placeColumns('share_path.path')}
    FROM share_path LEFT JOIN LATERAL space_entry_place(entry_id) AS place ON TRUE`);
}

const applied = ['application_entry', 'application_file'];

async function hangApplications(runner: QueryRunner): Promise<void> {
  for (const table of applied) {
    await addEntryId(runner, table);
    await runner.query(`
      UPDATE ${table} SET entry_id = ensure_space_entry('project', project_id::text, trash_id, ${parts('path')})`);
    await runner.query(`DROP INDEX ${table}_place_index, ${table}_trash_index`);
    await runner.query(`ALTER TABLE ${table} DROP COLUMN path, DROP COLUMN trash_id`);
    await runner.query(`CREATE INDEX ${table}_entry_index ON ${table} (entry_id)`);
  }
  await runner.query(`
    CREATE VIEW applied_entry AS
    SELECT application_id, "position", project_id, applied_path, is_directory, ${placeColumns('applied_path')}
    FROM application_entry LEFT JOIN LATERAL space_entry_place(entry_id) AS place ON TRUE`);
}
