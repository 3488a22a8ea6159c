import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBundle, makeKeys } from '../../../scripts/support/release-bundle.mjs';
import { copyCheckout } from './checkout-copy.js';

/** What becomes of the server of a made version. */
export type ServerFault =
  'none' | 'spoils the database and ends' | 'hangs in its migrations' | 'never ready';

/** The table that a server leaves which hangs in its migrations. */
export const halfMigratedTable = 'half_migrated';

/** What such a server and one that spoils the database say in their log when they have done it. */
export const serverMarks = {
  'spoils the database and ends': 'this version is broken',
  'hangs in its migrations': 'in the middle of its migrations',
} as const;

const onDatabase = `
    import { createRequire } from 'node:module';
    const { Client } = createRequire(import.meta.url)('pg');
    const client = new Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();`;

const servers: Readonly<Record<Exclude<ServerFault, 'none'>, string>> = {
  'spoils the database and ends': `${onDatabase}
    await client.query('DROP TABLE menu CASCADE');
    console.error('Error: ${serverMarks['spoils the database and ends']}');
    process.exit(3);`,
  'hangs in its migrations': `${onDatabase}
    process.on('disconnect', () => process.exit(1));
    await client.query('CREATE TABLE ${halfMigratedTable} ()');
    await client.query('BEGIN');
    await client.query('DROP TABLE menu CASCADE');
    console.error('${serverMarks['hangs in its migrations']}');
    setInterval(() => undefined, 1000);`,
  'never ready': `setInterval(() => undefined, 1000);`,
};

/** A publisher: versions made of the built product of this checkout, and bundles of them. */
export class BuiltVersions {
  readonly folder = mkdtempSync(join(tmpdir(), 'clusterdesk-versions-'));
  readonly keyFile: string;
  /** For UPDATE_PUBLIC_KEY. */
  readonly publicKey: string;

  constructor() {
    const [keyFile = '', publicFile = ''] = makeKeys(join(this.folder, 'key'));
    this.keyFile = keyFile;
    this.publicKey = readFileSync(publicFile, 'utf8');
  }

  /** @returns the path of the bundle */
  async publish(version: string, fault: ServerFault = 'none'): Promise<string> {
    const root = join(this.folder, `${version} ${fault}`);
    copyCheckout(root);
    const from = (
      JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    ).version;
    for (const file of [
      join(root, 'package.json'),
      join(root, 'agent/dist/agent.cjs'),
      ...readdirSync(join(root, 'apps/server/dist')).map((name) =>
        join(root, 'apps/server/dist', name),
      ),
    ]) {
      const text = readFileSync(file, 'utf8');
      writeFileSync(
        file,
        text
          .replace(`"version": "${from}"`, `"version": "${version}"`)
          .replace(`const version=\`${from}\``, `const version=\`${version}\``)
          .replace(`agentVersion = "${from}"`, `agentVersion = "${version}"`),
      );
    }
    if (fault !== 'none') {
      writeFileSync(join(root, 'apps/server/dist/main.js'), servers[fault]);
    }
    const out = join(root, 'out');
    const { file } = await makeBundle({ root, out, keyFile: this.keyFile, level: 1 });
    return file;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
