import { endpoints } from '@clusterdesk/contracts';
import { queryClient, reads } from '../../../shared/api/query.js';
import { encryptPassword } from './encrypt-password.js';

/** A password as it travels, sealed with the platform's public key. */
export async function sealPassword(password: string): Promise<string> {
  const configs = await queryClient.ensureQueryData(reads(endpoints.operations.publicConfigs, {}));
  return encryptPassword(configs.publicKey, password);
}
