import { Injectable } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import type { FileSpace } from '../../platform/file-space/file-space.js';
import type { Principal } from '../../platform/http/access/principal.js';
import type { Audience } from '../../platform/realtime/audience.js';

/** The user for whom a space is opened: the caller, or in a background job the user on whose behalf it runs. */
export type SpaceUser = Omit<Principal, 'sessionId'>;

/** A limit on what a space may hold. Transfer takes what is on its way off it before it lets anything more begin. */
export interface SpaceQuota {
  /** Whose limit it is; what comes into any space with the same account counts together. */
  account: string;
  limitBytes: number;
  /** What is there, trash included; may be some seconds old, but knows what the platform itself did since. */
  usedBytes(): Promise<number>;
  /** After the platform put that many bytes in, or took them out (negative). */
  note(deltaBytes: number): Promise<void>;
}

/** A space as one user has it. */
export interface ResolvedSpace {
  space: FileSpace;
  mayRead: boolean;
  mayWrite: boolean;
  /** Null: as much as the disk holds. */
  quota: SpaceQuota | null;
  /** Who is told when its files change. */
  audience: Audience;
}

/** What transfer knows of a feature with files; disk, projects and shares each register one. */
export abstract class SpaceProvider {
  /** The space the reference means, with the user's rights in it. */
  abstract resolve(user: SpaceUser, ref: SpaceRef): Promise<ResolvedSpace>;
}

/** The spaces there are, by their name on the wire. */
@Injectable()
export class SpaceRegistry {
  private readonly providers = new Map<SpaceRef['space'], SpaceProvider>();

  register(name: SpaceRef['space'], provider: SpaceProvider): void {
    this.providers.set(name, provider);
  }

  find(name: SpaceRef['space']): SpaceProvider | null {
    return this.providers.get(name) ?? null;
  }
}
