import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../platform/http/access/principal.js';

/** Finds the addresses that a user may be led to with a single-use code. */
export type JumpSource = (caller: Principal) => Promise<readonly string[]>;

/** Where users may be led besides the addresses of their menus; a feature above registers its own at start. */
@Injectable()
export class JumpTargets {
  private readonly sources: JumpSource[] = [];

  register(source: JumpSource): void {
    this.sources.push(source);
  }

  /** All addresses that are this user's. */
  async listOf(caller: Principal): Promise<string[]> {
    const lists = await Promise.all(this.sources.map((source) => source(caller)));
    return lists.flat();
  }
}
