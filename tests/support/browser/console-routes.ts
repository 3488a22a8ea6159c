import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from '../platform/platform.js';

/** The pages of the console's own tables, in their order, and whether they are more than an announcement. */
export function consoleRoutes(): { path: string; isBuilt: boolean }[] {
  const folder = join(workspace, 'apps/console/src/app/routes');
  const tables = readdirSync(folder).filter((name) => name.endsWith('-routes.ts'));
  const text = tables.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
  const entries = text.matchAll(/path: '(\/[\w/]+)'((?:(?!path: ')[^])*)/g);
  return [...entries].map(([, path = '', rest = '']) => ({ path, isBuilt: /\bpage:/.test(rest) }));
}
