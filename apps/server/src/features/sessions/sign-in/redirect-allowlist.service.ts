import { Injectable } from '@nestjs/common';
import type { Principal, SessionTarget } from '../../../platform/http/access/principal.js';

/** Where a user may be led with a single-use code, and what the code is good for then. */
export interface JumpTarget {
  address: string;
  target: SessionTarget;
}

/** Finds what a user may be led to. */
export type JumpSource = (caller: Principal) => Promise<readonly JumpTarget[]>;

/** Where users may be led besides the addresses of their menus; a feature above registers its own at start. */
@Injectable()
export class RedirectAllowlist {
  private readonly sources: JumpSource[] = [];

  register(source: JumpSource): void {
    this.sources.push(source);
  }

  /** All that are this user's. */
  async listOf(caller: Principal): Promise<JumpTarget[]> {
    const lists = await Promise.all(this.sources.map((source) => source(caller)));
    return lists.flat();
  }
}
