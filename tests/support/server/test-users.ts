import type { DataSource, Repository } from 'typeorm';
import { RoleEntity } from '../../../apps/server/src/features/users/roles/role.entity.js';
import { nameColumns } from '../../../apps/server/src/features/users/names/user-name.js';
import { UserEntity } from '../../../apps/server/src/features/users/user.entity.js';
import { PasswordService } from '../../../apps/server/src/features/users/passwords/password.service.js';
import type { TestServer } from './test-server.js';

/** Every user that `createUser` makes has it. */
export const userPassword = 'user-pass-1';

/** An ordinary user with the role *user*, or with a role of exactly these menus. */
export async function createUser(
  server: Pick<TestServer, 'app' | 'dataSource'>,
  userName: string,
  menuIds?: readonly string[],
): Promise<UserEntity> {
  const role = menuIds
    ? await createRole(server.dataSource, `role of ${userName}`, menuIds)
    : await server.dataSource
        .getRepository(RoleEntity)
        .findOneByOrFail({ isSystemAdministrator: false });
  return server.dataSource.getRepository(UserEntity).save({
    userName,
    ...nameColumns(userName),
    realName: null,
    passwordHash: await server.app.get(PasswordService).hash(userPassword),
    roles: [role],
  });
}

/** The rows of users, for what no call shows or sets. */
export function usersOf(server: Pick<TestServer, 'dataSource'>): Repository<UserEntity> {
  return server.dataSource.getRepository(UserEntity);
}

async function createRole(
  dataSource: DataSource,
  roleName: string,
  menuIds: readonly string[],
): Promise<RoleEntity> {
  return dataSource
    .getRepository(RoleEntity)
    .save({ roleName, description: '', menus: menuIds.map((id) => ({ id })) });
}
