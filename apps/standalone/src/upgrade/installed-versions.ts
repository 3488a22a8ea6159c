import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions, releaseVersion } from '@clusterdesk/contracts/release';
import { writeFileAtomic } from '@clusterdesk/host';

/** Programs that can be run: a checkout, or what an upgrade unpacked. */
export interface Programs {
  /** The folder that holds `apps` and `agent`. */
  root: string;
  version: string;
}

/** Group and others may write. */
const openToOthers = 0o022;
const sticky = 0o1000;

/** The programs in a folder. @throws when it holds none */
export function programsIn(root: string): Programs {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: unknown;
  };
  return { root, version: releaseVersion.parse(version) };
}

/** The versions that upgrades unpacked below the data folder, and which of them was found to be healthy last. */
export class InstalledVersions {
  private readonly folder: string;
  private readonly mark: string;

  constructor(private readonly dataDir: string) {
    this.folder = join(dataDir, 'versions');
    this.mark = join(dataDir, 'launcher/version.json');
  }

  folderOf(version: string): string {
    return join(this.folder, releaseVersion.parse(version));
  }

  /** Where a version is unpacked before it has its name. */
  partOf(version: string): string {
    return `${this.folderOf(version)}.partial`;
  }

  /** The version that the last upgrade left in use; null: none did. */
  get active(): string | null {
    try {
      const { version } = JSON.parse(readFileSync(this.mark, 'utf8')) as { version: unknown };
      return releaseVersion.parse(version);
    } catch {
      return null;
    }
  }

  /** The point of no return of an upgrade: from here on every start takes this version. */
  activate(version: string): void {
    writeFileAtomic(this.mark, JSON.stringify({ version }));
  }

  /**
   * What is to be run in place of `own`: the version in use where it is newer. A checkout that was updated since is newer itself.
   * Nothing is taken from folders that anybody but the caller could have filled.
   */
  inPlaceOf(own: Programs): Programs | null {
    const { active } = this;
    if (active === null || compareVersions(active, own.version) <= 0 || !this.isOurs(active)) {
      return null;
    }
    try {
      const programs = programsIn(this.folderOf(active));
      return programs.version === active ? programs : null;
    } catch {
      return null;
    }
  }

  /** Removes what is neither of these versions, half unpacked ones too. */
  prune(kept: readonly string[]): void {
    for (const name of readdirSync(this.folder)) {
      if (!kept.includes(name)) {
        rmSync(join(this.folder, name), { recursive: true, force: true });
      }
    }
  }

  /** Whether nobody but the caller can have put there, or can replace, what is run as this version. */
  isOurs(version: string): boolean {
    const paths = [join(this.dataDir, 'launcher'), this.folder, this.folderOf(version)];
    const uid = process.getuid?.();
    return [this.dataDir, ...paths].every((path) => {
      const found = lstatSync(path, { throwIfNoEntry: false });
      return found?.isDirectory() === true && found.uid === uid && !isWritableByOthers(found.mode);
    });
  }
}

/** Entries of a sticky folder are replaced by their owners alone. */
const isWritableByOthers = (mode: number): boolean =>
  (mode & openToOthers) !== 0 && (mode & sticky) === 0;
