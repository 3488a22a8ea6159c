import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  endpoints,
  uploadsPath,
  visitorTicketHeader,
  type EndpointAnswer,
  type EndpointInput,
} from '@clusterdesk/contracts';
import { Settings } from '../../../apps/server/src/platform/settings/settings.service.js';
import { visitorDropBoxes } from '../../../apps/server/src/features/shares/visitors/visitor.settings.js';
import type { SpecPlatform, SpecUser } from '../server/spec-platform.js';
import { SpecTus } from '../wire/tus-uploads.js';
import { SpecSharing } from './sharing-fixture.js';

const { shares } = endpoints;

/** The code of every drop box of a spec. */
export const dropBoxCode = 'Right1';

const encode = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Drop boxes of a spec that people without an account add to, and these people. */
export class SpecVisitors {
  readonly tus: SpecTus;
  private readonly sharing: SpecSharing;

  constructor(private readonly platform: SpecPlatform) {
    this.tus = new SpecTus(platform);
    this.sharing = new SpecSharing(platform);
  }

  /** Whether the platform lets visitors in. */
  async let(isOpen: boolean): Promise<void> {
    await this.platform.get(Settings).set(visitorDropBoxes, isOpen);
  }

  /** A drop box of a folder, which is made, with its code. */
  async addBox(
    owner: SpecUser,
    path = '/inbox',
    more: Partial<EndpointInput<typeof shares.add>> = {},
  ): Promise<EndpointAnswer<typeof shares.detail>> {
    await mkdir(join(owner.home, path), { recursive: true });
    return this.sharing.link(owner, [path], {
      verification: dropBoxCode,
      isDropBox: true,
      forVisitors: true,
      ...more,
    });
  }

  look(id: string, code = dropBoxCode) {
    return this.platform.call(null, shares.lookAtDropBox, { id, code });
  }

  enter(id: string, code = dropBoxCode, name = '') {
    return this.platform.call(null, shares.enterDropBox, { id, code, name });
  }

  /** A ticket to a drop box. */
  async ticket(id: string, name = ''): Promise<string> {
    const answer = await this.enter(id, dropBoxCode, name);
    if (!answer.success) {
      throw new Error(`Entering answered ${answer.code}: ${answer.message}`);
    }
    return answer.result.ticket;
  }

  create(
    ticket: string,
    fileName: string,
    size: number,
    more: Record<string, string> = {},
  ): Promise<Response> {
    return this.tus.send(null, 'POST', uploadsPath, {
      [visitorTicketHeader]: ticket,
      'Upload-Length': String(size),
      'Upload-Metadata': encode({ fileName, ...more }),
    });
  }

  /** The address of a new upload. */
  async begin(ticket: string, fileName: string, size: number): Promise<string> {
    const response = await this.create(ticket, fileName, size);
    if (response.status !== 201) {
      throw new Error(`${response.status}: ${await response.text()}`);
    }
    return response.headers.get('location') ?? '';
  }

  patch(ticket: string, url: string, offset: number, body: string): Promise<Response> {
    return this.tus.patch(null, url, offset, body, { [visitorTicketHeader]: ticket });
  }

  send(ticket: string, method: string, url: string): Promise<Response> {
    return this.tus.send(null, method, url, { [visitorTicketHeader]: ticket });
  }

  /** A whole file. @returns the answer to its last byte */
  async give(ticket: string, fileName: string, content = 'text'): Promise<Response> {
    const url = await this.begin(ticket, fileName, content.length);
    return this.patch(ticket, url, 0, content);
  }

  /** What is in a folder: the names with what the files hold. */
  async inFolder(owner: SpecUser, path = '/inbox'): Promise<Record<string, string>> {
    const dir = join(owner.home, path);
    const names = (await readdir(dir)).sort();
    const texts = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
    return Object.fromEntries(names.map((name, at) => [name, texts[at] ?? '']));
  }

  /** What a drop box counted. */
  async counted(id: string): Promise<Record<string, unknown> | undefined> {
    const rows = await this.platform.query(
      'SELECT visitor_bytes::int AS bytes, visitor_files AS files FROM share WHERE id = $1',
      [id],
    );
    return rows[0];
  }
}
