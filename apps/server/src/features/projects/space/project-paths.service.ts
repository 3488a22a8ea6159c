import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import type { SpaceFolders } from '../../../platform/file-space/file-space.js';

/** Where projects' files lie: `projects/<id>` and `.trash/projects/<id>` under FILES_DIR. */
@Injectable()
export class ProjectPaths {
  /** One trash for each project. */
  readonly trashes: string;
  private readonly roots: string;

  constructor(config: Config) {
    this.roots = join(config.filesDir, 'projects');
    this.trashes = join(config.filesDir, '.trash', 'projects');
  }

  /** @param id of a row: a UUID, so no path */
  of(id: string): SpaceFolders {
    return { root: join(this.roots, id), trash: join(this.trashes, id) };
  }
}
