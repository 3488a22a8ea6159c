import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { buildIdHeader, buildIdMeta } from '@clusterdesk/contracts';
import type { NextFunction, Request, Response } from 'express';
import { version } from '../../version.js';

/** What the build of the console writes into its page (`apps/console/vite.config.ts`). */
const metaTag = new RegExp(`<meta name="${buildIdMeta}" content="([\\w-]{1,64})"`);

/**
 * Which build of the console this server serves, so that a tab of an older one can offer to reload. The same files give
 * the same id on every server; a server without a console goes by its version.
 */
@Injectable()
export class PlatformBuild {
  private current: string = version;

  get id(): string {
    return this.current;
  }

  /** Takes the id of the console in this folder. A page that has none is known by its content. */
  read(consoleDir: string): void {
    const page = readPage(consoleDir);
    if (page !== null) {
      this.current =
        metaTag.exec(page)?.[1] ?? createHash('sha256').update(page).digest('hex').slice(0, 16);
    }
  }

  /** Names the build in every answer it is used for. */
  readonly middleware = (_: Request, response: Response, next: NextFunction): void => {
    response.setHeader(buildIdHeader, this.id);
    next();
  };
}

/** Null where no console was built. */
function readPage(consoleDir: string): string | null {
  const path = join(consoleDir, 'index.html');
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
