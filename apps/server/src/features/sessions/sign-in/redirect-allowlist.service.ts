import { Injectable } from '@nestjs/common';
import type { Principal, SessionTarget } from '../../../platform/http/access/principal.js';

/** Where a user may be redirected with a single-use code, and what the code opens. */
export interface JumpTarget {
  address: string;
  target: SessionTarget;
}

/** Finds where a user may be redirected. */
export type JumpSource = (caller: Principal) => Promise<readonly JumpTarget[]>;

/** Where users may be redirected besides the addresses of their menus; a feature above registers its own at start. */
@Injectable()
export class RedirectAllowlist {
  private readonly sources: JumpSource[] = [];

  register(source: JumpSource): void {
    this.sources.push(source);
  }

  /** All targets of this user. */
  async listOf(caller: Principal): Promise<JumpTarget[]> {
    const lists = await Promise.all(this.sources.map((source) => source(caller)));
    return lists.flat();
  }
}
