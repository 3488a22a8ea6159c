import { connect } from 'node:tls';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../../config/config.js';
import type { Finding, HealthLooker } from '../health-look.js';

/** Time to renew it by hand. */
const warnBeforeMs = 21 * 24 * 3_600_000;
/** The connection is given up before the look is. */
const answerMs = 2_500;

/** How long the certificate of `PUBLIC_URL` is still good. */
@Injectable()
export class CertificateHealth implements HealthLooker {
  readonly looks = { certificate: () => this.lookAtCertificate() };

  constructor(private readonly config: Config) {}

  private async lookAtCertificate(): Promise<Finding> {
    const { publicUrl } = this.config;
    if (!publicUrl?.startsWith('https:')) {
      return null;
    }
    const endTime = await readEnd(new URL(publicUrl));
    const left = endTime - Date.now();
    const facts = { endTime };
    if (left < 0) {
      return { state: 'failed', reason: 'certificateOver', facts };
    }
    return left < warnBeforeMs
      ? { state: 'warning', reason: 'certificateEnds', facts }
      : { state: 'ok', facts };
  }
}

/** When the certificate ends that is shown there, milliseconds since the epoch. Who signed it is for browsers to judge. */
function readEnd({ hostname, port }: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      {
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port || 443),
        servername: /^[\d.]+$|:/.test(hostname) ? '' : hostname,
        rejectUnauthorized: false,
      },
      () => {
        resolve(Date.parse(socket.getPeerCertificate().valid_to));
        socket.destroy();
      },
    );
    socket.setTimeout(answerMs, () => socket.destroy(new Error('The address does not answer')));
    socket.once('error', reject);
  });
}
