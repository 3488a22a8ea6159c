import { randomInt } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { DataFolder } from './host/data-folder.js';

/** Without what looks alike (0 O, 1 l I): it is read from a screen and typed. */
const letters = '23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const passwordLength = 16;

/** Remembers that a start got as far as telling the person how to sign in. */
export class FirstStart {
  private readonly marker: string;

  constructor(folder: DataFolder) {
    this.marker = join(folder.launcher, 'started');
  }

  get isDone(): boolean {
    return existsSync(this.marker);
  }

  complete(): void {
    if (!this.isDone) {
      writeFileSync(this.marker, `${new Date().toISOString()}\n`);
    }
  }
}

/** A password of 16 characters, about 93 bits. */
export function makePassword(): string {
  return Array.from({ length: passwordLength }, () => letters[randomInt(letters.length)]).join('');
}

/** Whether the database holds nothing yet, so that the server will make `admin` in it. */
export async function isDatabaseEmpty(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ tables: number }>(
      `SELECT count(*)::int AS tables FROM information_schema.tables WHERE table_schema = current_schema()`,
    );
    return rows[0]?.tables === 0;
  } finally {
    await client.end();
  }
}
