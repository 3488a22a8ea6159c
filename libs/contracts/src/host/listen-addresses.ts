/** Every address of the host. */
const everyAddress = ['0.0.0.0', '::'] as const;

/** The host's own. */
const loopbackAddresses = ['127.0.0.1', '::1'] as const;

/**
 * The addresses that `HOST` stands for, of both families: a port that the platform left free in one of them would be another
 * program's to take, under the very name that people type. Any other address, or name, stands for itself.
 */
export function listenAddresses(host: string): readonly string[] {
  if (host === '0.0.0.0' || host === '::') {
    return everyAddress;
  }
  return host === '127.0.0.1' || host === '::1' || host === 'localhost'
    ? loopbackAddresses
    : [host];
}

/** Whether the error of a listen (its code) says that the host lacks this family of addresses, not that the port is taken. */
export function isFamilyMissing(code: string | undefined): boolean {
  return code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL' || code === 'EPROTONOSUPPORT';
}
