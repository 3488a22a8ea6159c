import { endpoints } from '@clusterdesk/contracts';
import { ApiClient } from './api-client.js';

/** Every user that `addUser` makes has it. */
export const userPassword = 'Project-secret-1';

/** A user of a whole platform, by calls. */
export interface SignedInUser {
  id: string;
  userName: string;
  client: ApiClient;
}

/** An ordinary user, who is signed in at the address of the administrator's client and has a disk. */
export async function addUser(
  admin: ApiClient,
  userName: string,
  realName?: string,
): Promise<SignedInUser> {
  const { result: roles } = await admin.expectOk(endpoints.roles.list, {});
  const { result } = await admin.expectOk(endpoints.users.add, {
    userName,
    realName,
    password: await admin.encrypt(userPassword),
    roleId: roles.find(({ builtIn }) => builtIn === 'users')?.id ?? '',
    mustChangePassword: false,
  });
  const client = new ApiClient(admin.url);
  await client.signIn(userName, userPassword);
  await client.expectOk(endpoints.disk.list, {});
  return { id: result.id, userName, client };
}
