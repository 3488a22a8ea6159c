import { endpoints } from '@clusterdesk/contracts';
import { queryClient, queryOptionsOf } from '../../../shared/api/query.js';
import { encryptWithPublicKey } from './rsa-encryption.js';

/** A password as it travels, encrypted with the platform's public key. */
export async function encryptPassword(password: string): Promise<string> {
  const configs = await queryClient.ensureQueryData(
    queryOptionsOf(endpoints.operations.publicConfigs, {}),
  );
  return encryptWithPublicKey(configs.publicKey, password);
}
