import { expect, it } from '@jest/globals';
import { createMigratedDatabase } from '@clusterdesk/tests/server/migrated-database.js';
import { openDatabase } from '@clusterdesk/tests/server/open-database.js';
import { loadConfig } from '../../../config/config.js';
import type { PasswordService } from '../passwords/password.service.js';
import { UserEntity } from '../user.entity.js';
import { BootstrapService } from './bootstrap.service.js';

it('servers that start at the same time make the administrator once, with the password of one of them', async () => {
  const database = await createMigratedDatabase();
  const numbers = [0, 1, 2];
  const sources = await Promise.all(numbers.map(() => openDatabase(database.url)));
  try {
    await Promise.all(
      sources.map((source, number) => {
        const passwords = { hash: () => Promise.resolve(`hash of ${number}`) };
        return new BootstrapService(
          source,
          passwords as unknown as PasswordService,
          loadConfig({ DATABASE_URL: database.url, ADMIN_PASSWORD: 'a-better-one' }),
        ).run();
      }),
    );
    const users = await sources[0]!.manager.find(UserEntity, { relations: { roles: true } });
    expect(users).toHaveLength(1);
    expect(numbers.map((number) => `hash of ${number}`)).toContain(users[0]?.passwordHash);
    expect(users[0]?.roles.map(({ builtIn }) => builtIn)).toEqual(['administrators']);
  } finally {
    await Promise.all(sources.map((source) => source.destroy()));
    await database.drop();
  }
});
