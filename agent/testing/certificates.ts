import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Certificates of a spec in a folder of their own, made with openssl, good for two days. */
export class TestCertificates {
  private readonly dir = mkdtempSync(join(tmpdir(), 'clusterdesk-tls-'));

  /** An authority that vouches for itself: `<name>.pem` and `<name>.key`. */
  makeAuthority(name: string): void {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`, '-days', '2'];
    this.openssl('req', '-x509', ...newKey, ...files, '-subj', `/CN=${name}`);
  }

  /** A server of this DNS name that the authority vouches for. */
  makeServer(name: string, authority: string): void {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.csr`];
    this.openssl('req', ...newKey, ...files, '-subj', `/CN=${name}`);
    this.write('names', `subjectAltName=DNS:${name}\n`);
    const by = ['-CA', `${authority}.pem`, '-CAkey', `${authority}.key`, '-CAcreateserial'];
    const out = ['-extfile', 'names', '-out', `${name}.pem`, '-days', '2'];
    this.openssl('x509', '-req', '-in', `${name}.csr`, ...by, ...out);
  }

  /** What a TLS server is made of. */
  identity(name: string): { key: string; cert: string } {
    return { key: this.read(`${name}.key`), cert: this.read(`${name}.pem`) };
  }

  path(file: string): string {
    return join(this.dir, file);
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  write(file: string, text: string): void {
    writeFileSync(this.path(file), text);
  }

  remove(): void {
    rmSync(this.dir, { recursive: true });
  }

  private openssl(...args: string[]): void {
    execFileSync('openssl', args, { cwd: this.dir, stdio: 'pipe' });
  }
}
