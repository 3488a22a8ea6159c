import { expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { loadConfig } from '../../../config/config.js';
import type { PasswordService } from '../passwords/password.service.js';
import { BootstrapService } from './bootstrap.service.js';

/** A first start, on a database that keeps nothing. */
function firstStart(adminPassword: string): Promise<void> {
  const manager = {
    query: () => Promise.resolve([]),
    existsBy: () => Promise.resolve(false),
    insert: () => Promise.resolve(),
    save: (_: unknown, row: unknown) => Promise.resolve(row),
  };
  const database = { manager, transaction: (work: (within: unknown) => unknown) => work(manager) };
  const passwords = { hash: (password: string) => Promise.resolve(`hash of ${password}`) };
  return new BootstrapService(
    database as unknown as DataSource,
    passwords as unknown as PasswordService,
    loadConfig({ DATABASE_URL: 'postgres://nowhere/x', ADMIN_PASSWORD: adminPassword }),
  ).run();
}

it.each(['admin123', 'changeme', '666666', 'Passw0rd'])(
  'a first start with ADMIN_PASSWORD=%s ends, and does not repeat it',
  async (guessed) => {
    const refused = firstStart(guessed);
    await expect(refused).rejects.toThrow(/^ADMIN_PASSWORD is wrong/);
    await expect(refused).rejects.not.toThrow(guessed);
  },
);

it('a first start with another password makes the administrator', () =>
  expect(firstStart('a-better-one')).resolves.toBeUndefined());
