import { join } from 'node:path';
import { z } from 'zod';

/** Of this version; a reader refuses a higher one, and reads all before: 2 has links in the list of files. */
export const archiveFormat = 2;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.number().int().min(0);
/** Of a table, or a column of ours. */
const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
/** An operator's own table beside ours may have any, as `?column?`; it is quoted wherever it stands in a statement. */
const columnName = z.string().min(1).max(63);
/** Below the archive: plain names, none of which leads out. */
const partPath = z
  .string()
  .regex(/^(?:database\/[a-z0-9_]{1,63}\.copy\.gz|files\.jsonl\.gz|recovery\.json)$/);

/** One file of the archive beside the manifest and the users' files. */
export const archivePart = z.object({ path: partPath, bytes, sha256 });
export type ArchivePart = z.infer<typeof archivePart>;

/**
 * What an archive is: `manifest.json` first, then its parts in this order, then the users' files as `files.jsonl.gz` lists them, below
 * `files/`. An archive is a folder `BACKUP_DIR/<id>`; on its way out it is a tar of the same files.
 */
export const manifestSchema = z.object({
  product: z.literal('clusterdesk'),
  format: z.number().int().min(1),
  /** Of the backup. */
  id: z.guid(),
  /** Of the platform that took it. */
  version: z.string().max(64),
  /** The last migration of its tables. */
  lastMigration: z.string().max(200),
  /** When the snapshot was taken, by the database's clock; ISO 8601, UTC. */
  takenAt: z.iso.datetime(),
  parts: z.array(archivePart).max(1_000),
  tables: z
    .array(
      z.object({
        name,
        columns: z.array(columnName).max(500),
        rows: bytes,
        path: partPath,
        /** Of a table that stands in tables of days: the days (UTC) on which it has rows. */
        days: z.array(z.iso.date()).max(10_000).optional(),
      }),
    )
    .max(1_000),
  /** The last numbers that were given to rows, those that are gone included. */
  sequences: z
    .array(z.object({ table: name, column: name, value: z.number().int().min(1) }))
    .max(1_000)
    .default([]),
  /** Null: without the users' and projects' files. */
  files: z
    .object({
      count: bytes,
      bytes,
      list: z.literal('files.jsonl.gz'),
      /** How many entries it does not hold. */
      leftOut: bytes.optional(),
    })
    .nullable(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Names in an archive's folder. */
export const archiveNames = { manifest: 'manifest.json', files: 'files' } as const;

/** The folder of a finished backup. */
export const archiveDir = (backupDir: string, id: string): string => join(backupDir, id);
/** The folder of one that is being taken or brought here; a start removes what nobody works on. */
export const partialDir = (backupDir: string, id: string): string =>
  join(backupDir, `${id}.partial`);
