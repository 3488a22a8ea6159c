import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir, type FileHandle } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { ClientTool } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import {
  isErrno,
  noneWhenGone,
  nullWhenGone,
} from '../../../platform/file-space/file-space.errors.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { FetchTickets } from '../../sessions/fetch-tickets/fetch-tickets.service.js';
import { ClientToolNotFoundError } from '../disk.errors.js';

const platforms: Record<string, ClientTool['platform']> = {
  '.exe': 'Win',
  '.msi': 'Win',
  '.dmg': 'Mac',
  '.pkg': 'Mac',
  '.appimage': 'Linux',
  '.deb': 'Linux',
};
/** `1.2`, `1.2.3-beta.1` */
const versionPattern = /\d+(?:\.\d+)+(?:-(?:alpha|beta|rc)(?:\.?\d+)?)?/i;

/** The client programs that the operator put into `DATA_DIR/client-tools`; the folder is read on each call. */
@Injectable()
export class ClientTools {
  private readonly dir: string;

  constructor(
    config: Config,
    private readonly tickets: FetchTickets,
  ) {
    this.dir = config.clientToolsDir;
  }

  /** By name. Links, folders, special files and other kinds of files are left out. */
  async list(): Promise<ClientTool[]> {
    const tools: ClientTool[] = [];
    const names = await readdir(this.dir).catch(noneWhenGone);
    for (const name of names.sort()) {
      const platform = platforms[extname(name).toLowerCase()];
      const stats = platform && (await lstat(join(this.dir, name)).catch(nullWhenGone));
      if (platform && stats?.isFile()) {
        const version = versionPattern.exec(name)?.[0] ?? '';
        tools.push({ id: idOf(name), name, platform, version, size: stats.size });
      }
    }
    return tools;
  }

  /** Opens a tool; the caller closes it. @throws ClientToolNotFoundError */
  async open(id: string): Promise<{ handle: FileHandle; fileName: string }> {
    const tool = (await this.list()).find((one) => one.id === id);
    if (!tool) {
      throw new ClientToolNotFoundError();
    }
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(join(this.dir, tool.name), flags).catch((error: unknown) => {
      throw isErrno(error, 'ENOENT', 'ELOOP', 'EACCES') ? new ClientToolNotFoundError() : error;
    });
    if (!(await handle.stat()).isFile()) {
      await handle.close();
      throw new ClientToolNotFoundError();
    }
    return { handle, fileName: tool.name };
  }

  /** Issues a single-use ticket for a tool that can be opened now. @throws ClientToolNotFoundError */
  async request(caller: Principal, id: string): Promise<string> {
    const { handle } = await this.open(id);
    await handle.close();
    return this.tickets.issue(caller, 'client-tool', id);
  }

  /** Redeems a ticket and opens its tool; the caller closes it. @throws FetchTicketNotFoundError, ClientToolNotFoundError */
  async openTicket(
    ticket: string,
    method: string,
  ): Promise<{ handle: FileHandle; fileName: string }> {
    const { subject } = await this.tickets.redeem(ticket, 'client-tool', method);
    return this.open(subject);
  }
}

/** Derived from the name, so that saved addresses stay valid; clients never send a path. */
function idOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}
