import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  endpoints,
  type EndpointAnswer,
  type EndpointInput,
  type ServerToConsole,
} from '@clusterdesk/contracts';
import type { SpecPlatform, SpecUser } from '../server/spec-platform.js';
import { connectConsole } from '../server/test-console.js';

const { shares } = endpoints;
type Row = EndpointAnswer<typeof shares.detail>;
type AddInput = EndpointInput<typeof shares.add>;
type SharesChanged = Parameters<ServerToConsole['sharesChanged']>[0];

export const dayMs = 86_400_000;

/** Menus of users who have a disk, share from it and receive. */
export const sharingMenus = ['/myDoc', '/myShare', '/receiveShare'];

/** Shares of a spec, made and read as clients do. */
export class SpecSharing {
  constructor(private readonly platform: SpecPlatform) {}

  /** A user who shares and receives. */
  addUser(name: string): Promise<SpecUser> {
    return this.platform.addUser(name, sharingMenus);
  }

  /** Puts a file into a home, with the folders above it. */
  async write(owner: SpecUser, path: string, content = 'text'): Promise<void> {
    const place = join(owner.home, path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, content);
  }

  /** Shares with users. */
  async share(owner: SpecUser, paths: string[], users: SpecUser[], more: Partial<AddInput> = {}) {
    return this.add(owner, {
      patahs: paths,
      shareType: 1,
      users: users.map(({ id }) => ({ id })),
      ...more,
    });
  }

  /** Shares by a link, good for a week. */
  async link(owner: SpecUser, paths: string[], more: Partial<AddInput> = {}): Promise<Row> {
    return this.add(owner, {
      patahs: paths,
      shareType: 2,
      expirationTime: Date.now() + 7 * dayMs,
      ...more,
    });
  }

  /** Redeems a link with its code. */
  redeem(user: SpecUser, { id, verification }: Row) {
    return this.platform.call(user, shares.redeem, { id, password: verification ?? '' });
  }

  /** The shares that a user made (1) or received (2). */
  async list(user: SpecUser, isMe: '1' | '2'): Promise<Row[]> {
    const answer = await this.platform.call(user, shares.list, { isMe });
    if (!answer.success) {
      throw new Error(`The list answered ${answer.code}: ${answer.message}`);
    }
    return answer.result;
  }

  /** The ids of the same. */
  async ids(user: SpecUser, isMe: '1' | '2'): Promise<string[]> {
    return (await this.list(user, isMe)).map(({ id }) => id);
  }

  /** A window of the user's, with what it is told of shares. */
  async openWindow(user: SpecUser): Promise<{ heard: SharesChanged[]; close(): void }> {
    const heard: SharesChanged[] = [];
    const { socket, close } = await connectConsole(this.platform.baseUrl, user.token);
    socket.on('sharesChanged', (event: SharesChanged) => heard.push(event));
    return { heard, close };
  }

  private async add(owner: SpecUser, input: AddInput): Promise<Row> {
    const answer = await this.platform.call(owner, shares.add, input);
    if (!answer.success) {
      throw new Error(`Sharing answered ${answer.code}: ${answer.message}`);
    }
    return answer.result;
  }
}
