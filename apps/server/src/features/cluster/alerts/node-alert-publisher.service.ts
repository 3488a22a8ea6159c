import { Injectable } from '@nestjs/common';
import {
  nodeAlertsBeganNotice,
  nodeAlertsEndedNotice,
  type NodeAlertKind,
  type NodeKind,
} from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { groupBy } from '../../../platform/group-by.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { Notifications } from '../../notifications/notification.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { nodeKeepers } from '../cluster.policy.js';
import {
  NodeAlertRepository,
  type AlertBegin,
  type AlertChange,
  type AlertEnd,
  type AlertRules,
} from './node-alert.repository.js';

/** A notification names at most this many hosts, and counts the others. */
const maxNamed = 3;
/** When the alerts of more hosts change at once, pages reload them. */
const maxShown = 100;

/** What people are told of. */
interface AlertNews {
  begun: readonly AlertBegin[];
  /** Alerts of disks that last, which another disk has joined. */
  joined: readonly AlertBegin[];
  ended: readonly AlertEnd[];
}

/** Announces that alerts began or ended: by notifications to people, and live to open pages. */
@Injectable()
export class NodeAlertPublisher {
  constructor(
    private readonly repository: NodeAlertRepository,
    private readonly notifications: Notifications,
    private readonly rights: UserRights,
    private readonly afterCommit: AfterCommit,
    private readonly realtime: Realtime,
  ) {}

  /**
   * Part of the decision's transaction. It addresses everyone who may change such nodes. When many hosts are affected at once,
   * for instance by a failed switch, each person gets one notification, not one per host.
   */
  async tellPeople(
    manager: EntityManager,
    rules: AlertRules,
    { begun, joined, ended }: AlertNews,
  ): Promise<void> {
    if (begun.length + joined.length + ended.length === 0) {
      return;
    }
    for (const { userIds, of } of await this.keepers(manager)) {
      const isTheirs = ({ nodeKind }: AlertChange): boolean => of.includes(nodeKind);
      await this.tell(manager, userIds, rules, {
        begun: begun.filter(isTheirs),
        joined: joined.filter(isTheirs),
        ended: ended.filter(isTheirs),
      });
    }
  }

  /** The users who may change nodes of both kinds, and of one of them only. */
  private async keepers(
    manager: EntityManager,
  ): Promise<{ userIds: string[]; of: readonly NodeKind[] }[]> {
    const desktop = new Set(await this.rights.listHolders(nodeKeepers.desktop, manager));
    const compute = new Set(await this.rights.listHolders(nodeKeepers.compute, manager));
    return [
      { userIds: [...desktop].filter((id) => compute.has(id)), of: ['desktop', 'compute'] },
      { userIds: [...desktop].filter((id) => !compute.has(id)), of: ['desktop'] },
      { userIds: [...compute].filter((id) => !desktop.has(id)), of: ['compute'] },
    ];
  }

  private async tell(
    manager: EntityManager,
    userIds: readonly string[],
    rules: AlertRules,
    { begun, joined, ended }: AlertNews,
  ): Promise<void> {
    const tellBegun = (kind: NodeAlertKind, alerts: readonly AlertBegin[], isAnother: boolean) => {
      const [first] = alerts;
      const one = alerts.length === 1 && first ? first : null;
      return this.notifications.notify(manager, userIds, nodeAlertsBeganNotice, {
        ...aboutHosts(kind, alerts, rules),
        minutes: (kind === 'offline' ? rules.offlineMinutes : null) ?? rules.minutes,
        value: one?.value ?? null,
        ...(one?.disks && { disks: one.disks }),
        ...(isAnother && { isAnother }),
      });
    };
    for (const [kind, alerts] of groupBy(begun, (alert) => alert.kind)) {
      await tellBegun(kind, alerts, false);
    }
    if (joined.length > 0) {
      await tellBegun('disk', joined, true);
    }
    for (const [reason, alike] of groupBy(ended, (alert) => alert.reason)) {
      for (const [kind, alerts] of groupBy(alike, (alert) => alert.kind)) {
        await this.notifications.notify(manager, userIds, nodeAlertsEndedNotice, {
          ...aboutHosts(kind, alerts, rules),
          reason,
        });
      }
    }
  }

  /** Tells pages that show these hosts, after the commit. */
  tellPages(manager: EntityManager, changes: readonly AlertChange[]): void {
    const nodeIds = [...new Set(changes.map(({ nodeId }) => nodeId))];
    if (nodeIds.length > 0) {
      this.afterCommit.run(manager, () => this.publish(nodeIds));
    }
  }

  private async publish(nodeIds: readonly string[]): Promise<void> {
    const watchers = audience.topic({ topic: 'hosts' });
    if (nodeIds.length > maxShown) {
      this.realtime.publish('nodeAlertsChanged', watchers, { nodes: null });
      return;
    }
    const lasting = await this.repository.listLasting(nodeIds);
    const nodes = nodeIds.map((nodeId) => ({ nodeId, alerts: lasting.get(nodeId) ?? [] }));
    this.realtime.publish('nodeAlertsChanged', watchers, { nodes });
  }
}

/** What a notification says of hosts whose alerts of one kind changed alike. */
function aboutHosts(alert: NodeAlertKind, alerts: readonly AlertChange[], rules: AlertRules) {
  const names = alerts.map(({ hostname }) => hostname).sort();
  return {
    alert,
    hosts: names.slice(0, maxNamed),
    count: names.length,
    percent: alert === 'cpu' || alert === 'memory' ? rules[alert] : null,
  };
}
