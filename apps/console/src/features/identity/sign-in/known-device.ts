import { limits } from '@clusterdesk/contracts';

const key = 'devices';

/** By what the platform knows this browser, of each who signed in here: stays after signing out, and opens nothing. */
export const readDevices = (): string => localStorage.getItem(key) ?? '';

/** A token is the device's id, its end and a signature, with dots between; a later one of an id takes the place of the earlier. */
export function keepDevice(token: string): void {
  const [id = ''] = token.split('.');
  const others = readDevices()
    .split(',')
    .filter((kept) => kept !== '' && !kept.startsWith(`${id}.`));
  localStorage.setItem(key, [token, ...others].slice(0, limits.knownDevices).join(','));
}
