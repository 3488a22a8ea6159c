import { describe, expect, it } from '@jest/globals';
import { manifestSchema } from './manifest.js';

const manifestOf = (table: string, column: string): unknown => ({
  product: 'clusterdesk',
  format: 2,
  id: '139f1d65-7edc-4a84-a342-f4a402616850',
  version: '1.0.0',
  lastMigration: 'CreatePlatform',
  takenAt: '2026-11-27T23:18:09.000Z',
  parts: [],
  tables: [{ name: table, columns: [column], rows: 1, path: `database/${table}.copy.gz` }],
  files: null,
});

describe('the manifest of a backup', () => {
  it.each(['id', '?column?', 'camelCase', '列'])('may have a column named %s', (column) => {
    expect(manifestSchema.safeParse(manifestOf('notes', column)).success).toBe(true);
  });

  it.each(['../notes', 'Notes', ''])('has no table named "%s"', (table) => {
    expect(manifestSchema.safeParse(manifestOf(table, 'id')).success).toBe(false);
  });
});
