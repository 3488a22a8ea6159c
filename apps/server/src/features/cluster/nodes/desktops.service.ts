import { Injectable } from '@nestjs/common';
import {
  desktopAssignedNotice,
  desktopMovedNotice,
  limits,
  type DesktopNode,
  type endpoints,
  type EndpointParams,
  type Enrolment,
  type OwnDesktop,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { definedOf } from '../../../platform/defined-of.js';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { Notifications } from '../../notifications/notification.service.js';
import { AccessRevocation } from '../../users/rights/access-revocation.js';
import type { Holding } from '../../users/rights/grant.policy.js';
import { Grants } from '../../users/rights/grants.service.js';
import type { JumpTarget } from '../../sessions/sign-in/redirect-allowlist.service.js';
import { HostFaults } from '../presence/host-faults.service.js';
import { NodeEventPublisher } from '../presence/node-event-publisher.service.js';
import { NodeRepository } from '../node.repository.js';
import type { NodeEntity } from '../node.entity.js';
import {
  DesktopFilesError,
  DesktopFullError,
  DesktopGiverError,
  DesktopUserUnknownError,
} from '../node.errors.js';
import { DesktopRepository } from './desktop.repository.js';
import { NodeAdmin, type NodeSettings } from './node-admin.service.js';
import type { PlatformReach } from './platform-origin.js';
import { openUrlOf, toDesktopNode, toOwnDesktop, type DesktopPeople } from './node.presenter.js';

type AddInput = EndpointParams<typeof endpoints.desktops.add>;

const nobody: DesktopPeople = { users: [], userCount: 0, online: [] };

/** Desktop nodes and the users they are assigned to. */
@Injectable()
export class Desktops {
  constructor(
    private readonly dataSource: DataSource,
    private readonly nodes: NodeRepository,
    private readonly repository: DesktopRepository,
    private readonly admin: NodeAdmin,
    private readonly grants: Grants,
    private readonly revocation: AccessRevocation,
    private readonly notifications: Notifications,
    private readonly afterCommit: AfterCommit,
    private readonly news: NodeEventPublisher,
    private readonly faults: HostFaults,
    private readonly config: Config,
  ) {}

  /** By name. @param search part of a name, an address or a description; '' for all */
  async list(search: string): Promise<DesktopNode[]> {
    const nodes = await this.nodes.listOfKind('desktop', search);
    const people = await this.repository.listPeople(nodes.map(({ id }) => id));
    return nodes.map((node) =>
      toDesktopNode(node, people.get(node.id) ?? nobody, this.config.timeZone),
    );
  }

  /** With all its users. @throws NodeNotFoundError */
  async get(id: string): Promise<DesktopNode> {
    const node = await this.admin.get('desktop', id);
    const people = await this.repository.listPeople([id], limits.nodeMaxUsers);
    return toDesktopNode(node, people.get(id) ?? nobody, this.config.timeZone);
  }

  /**
   * Adds a desktop, or edits that of `id`.
   * @param reach where hosts reach the platform
   * @throws NodeNotFoundError, NodeNameTakenError, DesktopUserUnknownError
   * @throws DesktopGiverError where it changes the address or the users, and one of them holds more than the caller
   * @throws DesktopFilesError where it changes the right to files, and the caller is no system administrator
   */
  async save(
    caller: Principal,
    input: AddInput,
    reach: PlatformReach,
  ): Promise<{ id: string; enrolment: Enrolment | null }> {
    const saved = await this.dataSource.transaction<{
      id: string;
      enrolment: Enrolment | null;
    }>(async (manager) => {
      const giver = await this.grants.begin(manager, caller);
      return input.id === undefined
        ? this.add(manager, caller, giver, input, reach)
        : this.edit(manager, caller, giver, input.id, input);
    });
    this.admin.changed('desktop', saved.id);
    return saved;
  }

  /** The desktops of a user, by name, with what is wrong with their hosts. */
  async listOwn({ userId, language }: Principal): Promise<OwnDesktop[]> {
    const own = await this.repository.listOf(userId);
    const faults = await this.faults.list(own.map(({ id }) => id));
    return own.map((desktop) => ({
      ...toOwnDesktop(desktop),
      trouble: faults.find(({ nodeId }) => nodeId === desktop.id)?.text[language] ?? '',
    }));
  }

  /** Where a user may be redirected with a single-use code: the desktops assigned to that user. */
  async listTargets({ userId }: Pick<Principal, 'userId'>): Promise<JumpTarget[]> {
    const own = await this.repository.listOf(userId);
    return own.flatMap((desktop): JumpTarget[] => {
      const { id, name, allowFiles } = desktop;
      const address = openUrlOf(desktop);
      const target = { kind: 'desktop', id, name, nameEn: name, allowFiles } as const;
      return address === null ? [] : [{ address, target }];
    });
  }

  private async add(
    manager: EntityManager,
    caller: Principal,
    giver: Holding,
    input: AddInput,
    reach: PlatformReach,
  ): Promise<{ id: string; enrolment: Enrolment }> {
    const users = await this.findUsers(manager, input, []);
    assertFilesGiver(giver, { allowFiles: false }, input);
    await this.assertGiver(manager, giver, users?.map((user) => user.id) ?? []);
    const { node, enrolment } = await this.admin.add(
      manager,
      'desktop',
      { https: input.desktopPort === 443, ...settingsOf(input) },
      reach,
      users && { users: namesOf(users) },
    );
    if (users) {
      await this.assign(
        manager,
        caller,
        node,
        users.map((user) => user.id),
        [],
      );
    }
    return { id: node.id, enrolment };
  }

  private async edit(
    manager: EntityManager,
    caller: Principal,
    giver: Holding,
    id: string,
    input: AddInput,
  ): Promise<{ id: string; enrolment: null }> {
    const node = await this.admin.lock(manager, 'desktop', id);
    const hadIds = await this.repository.userIds(manager, id);
    const users = await this.findUsers(manager, input, hadIds);
    const had = await this.repository.lockUsers(manager, hadIds);
    const userIds = users?.map((user) => user.id) ?? hadIds;
    const concerned = new Set([...hadIds, ...userIds]);
    const isMoved = openUrlOf({ ...node, ...settingsOf(input) }) !== openUrlOf(node);
    const isReassigned = concerned.size !== hadIds.length || concerned.size !== userIds.length;
    const couldReachFiles = node.allowFiles;
    assertFilesGiver(giver, node, input);
    if (isMoved || isReassigned) {
      await this.assertGiver(manager, giver, [...concerned]);
    }
    await this.admin.edit(manager, node, settingsOf(input), {
      ...(users && { before: { users: namesOf(had) }, after: { users: namesOf(users) } }),
    });
    if (isMoved || node.allowFiles !== couldReachFiles) {
      await this.revocation.deleteTargetSessions(manager, { kind: 'desktop', id });
    }
    if (isMoved) {
      await this.notifications.notify(manager, userIds, desktopMovedNotice, {
        desktopName: node.name,
        openUrl: openUrlOf(node),
      });
    }
    if (users) {
      await this.assign(manager, caller, node, userIds, hadIds);
    } else {
      this.afterCommit.run(manager, () => this.news.ownDesktopsChanged(hadIds));
    }
    return { id, enrolment: null };
  }

  /** A desktop's address is where its users are sent, and its host learns their identity. @throws DesktopGiverError */
  private async assertGiver(
    manager: EntityManager,
    giver: Holding,
    userIds: readonly string[],
  ): Promise<void> {
    if (!(await this.grants.holdsAsMuchAs(manager, giver, userIds))) {
      throw new DesktopGiverError();
    }
  }

  /**
   * Who has the desktop from now on; undefined: those who have it.
   * @throws DesktopUserUnknownError, DesktopFullError
   */
  private async findUsers(
    manager: EntityManager,
    { userInfos, addUserIds = [], removeUserIds = [] }: AddInput,
    hadIds: readonly string[],
  ): Promise<{ id: string; userName: string }[] | undefined> {
    if (!userInfos && addUserIds.length + removeUserIds.length === 0) {
      return undefined;
    }
    const ids = new Set([...(userInfos?.map(({ id }) => id) ?? hadIds), ...addUserIds]);
    for (const id of removeUserIds) {
      ids.delete(id);
    }
    if (ids.size > limits.nodeMaxUsers) {
      throw new DesktopFullError();
    }
    const found = await this.repository.lockUsers(manager, [...ids]);
    if (found.length !== ids.size) {
      throw new DesktopUserUnknownError();
    }
    return found;
  }

  private async assign(
    manager: EntityManager,
    { userId: giverId }: Principal,
    { id, name }: Pick<NodeEntity, 'id' | 'name'>,
    userIds: readonly string[],
    hadIds: readonly string[],
  ): Promise<void> {
    await this.repository.setUsers(manager, id, userIds);
    const had = new Set(hadIds);
    const given = userIds.filter((userId) => !had.has(userId) && userId !== giverId);
    const notice = { desktopName: name };
    await this.notifications.notify(manager, given, desktopAssignedNotice, notice, giverId);
    this.afterCommit.run(manager, () =>
      this.news.ownDesktopsChanged([...new Set([...hadIds, ...userIds])]),
    );
  }
}

/** @throws DesktopFilesError */
function assertFilesGiver(
  giver: Holding,
  before: Pick<NodeEntity, 'allowFiles'>,
  { allowFiles }: AddInput,
): void {
  const isChanged = allowFiles !== undefined && allowFiles !== before.allowFiles;
  if (isChanged && !giver.isSystemAdministrator) {
    throw new DesktopFilesError();
  }
}

/** The log names at most this many, and counts the rest. */
const namesOf = (users: readonly { userName: string }[]): string[] => {
  const names = users.map(({ userName }) => userName).sort();
  const rest = names.length - limits.nodeUsersInList;
  return rest > 0 ? [...names.slice(0, limits.nodeUsersInList), `+${String(rest)}`] : names;
};

const settingsOf = (input: AddInput): NodeSettings => {
  const { desktopName: name, lanIp, wanIp, desktopPort, https, allowFiles } = input;
  const description = input.desktopDescribe;
  return definedOf({ name, lanIp, wanIp, desktopPort, https, allowFiles, description });
};
