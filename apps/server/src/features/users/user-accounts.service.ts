import { Injectable } from '@nestjs/common';
import type { Language, UserDetail } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../config/config.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { nameKey } from './names/user-name.js';
import { AccountChanges } from './rights/account-changes.service.js';
import { UserEntity } from './user.entity.js';
import { toUserDetail } from './user.presenter.js';
import { getUser, listActive } from './user.repository.js';

/** What signing in asks about a user. */
export type SignInAccount = UserEntity;

/** A user, as decisions, log rows and notifications name them. */
export interface AccountSubject extends Pick<UserEntity, 'id' | 'userName' | 'language'> {
  /** The real name where there is one, else the user name. */
  displayName: string;
}

/** How users can be reached. */
export type ContactKind = 'mobile' | 'email';

/** Single users, for the features above this one: signing in, and what users see and change of their own account. */
@Injectable()
export class UserAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccountChanges,
    private readonly config: Config,
  ) {}

  /** By a name as it was typed: exactly, else the one user whose name counts as the same. */
  async findByName(typed: string): Promise<SignInAccount | null> {
    const found = await this.dataSource
      .getRepository(UserEntity)
      .find({ where: [{ userName: typed }, { nameKey: nameKey(typed) }] });
    const exact = found.find(({ userName }) => userName === typed);
    return exact ?? (found.length === 1 ? (found[0] ?? null) : null);
  }

  find(id: string): Promise<SignInAccount | null> {
    return this.dataSource.getRepository(UserEntity).findOneBy({ id });
  }

  /** @throws DomainError 404 */
  get(id: string): Promise<SignInAccount> {
    return getUser(this.dataSource.manager, id);
  }

  /** The user a decision is about, as part of its transaction. @throws DomainError 404 */
  async getSubject(manager: EntityManager, id: string): Promise<AccountSubject> {
    const { userName, realName, language } = await getUser(manager, id);
    return { id, userName, language, displayName: realName || userName };
  }

  /** Those of the users who may sign in now, by name, as part of a transaction; ids that nobody has are left out. */
  listActive(
    manager: EntityManager,
    ids: readonly string[],
  ): Promise<Pick<UserEntity, 'id' | 'userName'>[]> {
    return listActive(manager, ids);
  }

  /** @returns false when the password is no longer the one that was checked; nothing is noted then. */
  async noteSignIn(
    manager: EntityManager,
    { id, passwordHash }: Pick<UserEntity, 'id' | 'passwordHash'>,
  ): Promise<boolean> {
    const { affected } = await manager.update(
      UserEntity,
      { id, passwordHash },
      { lastSignInAt: new Date() },
    );
    return affected === 1;
  }

  /** The caller's own details, as the console shows them. */
  async getDetail(caller: Principal): Promise<UserDetail> {
    const user = await getUser(this.dataSource.manager, caller.userId);
    return toUserDetail(user, caller.canDownload, this.config.timeZone);
  }

  async getContact(id: string, kind: ContactKind): Promise<string | null> {
    return (await getUser(this.dataSource.manager, id))[kind] || null;
  }

  async setContact(
    manager: EntityManager,
    id: string,
    kind: ContactKind,
    target: string,
  ): Promise<void> {
    await manager.update(UserEntity, { id }, { [kind]: target });
    this.changes.note(manager, 'users');
  }

  /** @returns false when the password is no longer the one that was checked; nothing is changed then. */
  async replacePasswordHash(
    manager: EntityManager,
    id: string,
    oldHash: string,
    passwordHash: string,
  ): Promise<boolean> {
    const { affected } = await manager.update(
      UserEntity,
      { id, passwordHash: oldHash },
      { passwordHash, mustChangePassword: false },
    );
    return affected === 1;
  }

  async setLanguage(id: string, language: Language): Promise<void> {
    await this.dataSource.getRepository(UserEntity).update({ id }, { language });
  }

  async setRealName(id: string, realName: string): Promise<void> {
    const { manager } = this.dataSource;
    await manager.update(UserEntity, { id }, { realName });
    this.changes.note(manager, 'users', 'roles');
  }
}
