import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { kustomizationFile, listFiles } from './kustomize-tree.js';

/** The manifests of the checkout. */
export const manifestsFolder = resolve(import.meta.dirname, '../../../deploy/kubernetes');

/** The overlay `external` with all that it offers in comments. */
export const wholeOverlay = 'overlays/whole';

/** A copy of the manifests as an operator makes them ready: with the variables of the examples, and random secrets in them. */
export class CopiedTree {
  readonly folder = mkdtempSync(join(tmpdir(), 'clusterdesk-kubernetes-'));

  constructor() {
    cpSync(manifestsFolder, this.folder, { recursive: true });
    for (const file of listFiles(this.folder).filter((name) => name.endsWith('.env.example'))) {
      const text = readFileSync(join(this.folder, file), 'utf8');
      writeFileSync(
        join(this.folder, file.replace(/\.example$/, '')),
        text.replaceAll(/^(?!ADMIN_PASSWORD)(\S+)=$/gm, (line) => line + secret()),
      );
    }
    cpSync(join(this.folder, 'overlays/external'), join(this.folder, wholeOverlay), {
      recursive: true,
    });
    const file = join(this.folder, wholeOverlay, kustomizationFile);
    const text = readFileSync(file, 'utf8').replaceAll(/^( *)# ((?:- | {2}).*)$/gm, '$1$2');
    writeFileSync(file, text);
    writeFileSync(join(this.folder, wholeOverlay, 'authorities.pem'), '');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

const secret = (): string => randomBytes(32).toString('hex');
