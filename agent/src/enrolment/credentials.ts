import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '@clusterdesk/host';
import { z } from 'zod';
import { log } from '../log.js';

/** As they stand in the file. */
const credentialsSchema = z.object({ nodeId: z.string().min(1), secret: z.string().min(1) });

/** The node that this host is, and the secret that it shares with the server: made of the enrolment token on both sides. */
export type Credentials = z.infer<typeof credentialsSchema>;

/** Keeps the node's credentials in a file that nobody but the agent's account may read. */
export class CredentialStore {
  private readonly path: string;

  constructor(stateDir: string) {
    this.path = join(stateDir, 'credentials.json');
  }

  load(): Credentials | null {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        return null;
      }
      throw error;
    }
    try {
      return credentialsSchema.parse(JSON.parse(text));
    } catch {
      log(`${this.path} is damaged and ignored; the node has to be enrolled again`);
      return null;
    }
  }

  /** Returns when they are safely on the disk. */
  save(credentials: Credentials): void {
    writeFileAtomic(this.path, JSON.stringify(credentialsSchema.parse(credentials)));
  }
}
