import { Injectable, Logger } from '@nestjs/common';
import { ApplicationNotFoundError } from '../application.errors.js';
import type { Manifest } from './manifest.js';
import { readCatalogue } from './read-catalogue.js';

/** For this long a catalogue is not read again: a page requests several things at once. */
const freshMs = 2_000;
/** How many problems are remembered, so that each is logged once. */
const rememberedProblems = 1000;

/** A catalogue as it was read. */
interface Read {
  at: number;
  manifests: Promise<Manifest[]>;
}

/** The applications that can be installed: manifests in a folder of the platform's host (docs/applications.md). */
@Injectable()
export class ApplicationCatalogue {
  private readonly logger = new Logger('ApplicationCatalogue');
  private readonly known = new Set<string>();
  private dir: string | null = null;
  private last: Read | null = null;

  /** Sets the catalogue's folder. The server calls it at its start; workers need no catalogue. */
  open(dir: string): void {
    this.dir = dir;
    this.last = null;
  }

  /** In order of their names. @param filter `name`: part of a name */
  async list(
    filter: { type?: string | undefined; name?: string | undefined } = {},
  ): Promise<Manifest[]> {
    const part = filter.name?.trim().toLowerCase() ?? '';
    return (await this.read()).filter(
      ({ name, type }) => name.includes(part) && (!filter.type || filter.type === type),
    );
  }

  /** @throws ApplicationNotFoundError also where the catalogue has another version */
  async get(name: string, version: string): Promise<Manifest> {
    const found = (await this.read()).find((one) => one.name === name && one.version === version);
    if (!found) {
      throw new ApplicationNotFoundError();
    }
    return found;
  }

  private read(): Promise<Manifest[]> {
    const now = performance.now();
    if (!this.last || now - this.last.at > freshMs) {
      this.last = { at: now, manifests: this.readNow() };
    }
    return this.last.manifests;
  }

  private async readNow(): Promise<Manifest[]> {
    if (this.dir === null) {
      return [];
    }
    const { manifests, problems } = await readCatalogue(this.dir);
    for (const problem of problems) {
      if (!this.known.has(problem) && this.known.size < rememberedProblems) {
        this.known.add(problem);
        this.logger.warn(`The catalogue of applications leaves something out: ${problem}`);
      }
    }
    return manifests;
  }
}
