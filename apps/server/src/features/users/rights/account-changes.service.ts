import { Injectable } from '@nestjs/common';
import type { AccountList } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';

/** Tells the pages that show users, roles or menus that their list changed. */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly realtime: Realtime,
    private readonly afterCommit: AfterCommit,
  ) {}

  /** Part of the change: told after its commit, and not at all when it rolls back. */
  note(manager: EntityManager, ...lists: readonly AccountList[]): void {
    this.afterCommit.run(manager, () => {
      for (const what of new Set(lists)) {
        this.realtime.publish('accountsChanged', audience.topic({ topic: 'accounts', what }), {
          what,
        });
      }
    });
  }
}
