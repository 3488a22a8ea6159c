import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { wireBoolean } from '../../wire.js';
import { backupRow, restoringRow } from './backups.js';

/** What came of an import: the backup that lies here now, and the restoring that was begun. */
export const backupImported = z.object({ backup: backupRow, restoring: restoringRow.nullable() });
export type BackupImported = z.infer<typeof backupImported>;

export const backupImportEndpoints = {
  import: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/import',
    summary:
      'Bring an exported backup here (multipart, one file) and, unless `restore` is false, restore it. All of it is checked first.',
    access: { anyPermission: ['system.manage'] },
    audited: true,
    upload: 'stream',
    input: z.object({
      /** Also as a field of the form before the file. */
      restore: wireBoolean.default(true),
    }),
    result: backupImported,
  }),
} as const;
