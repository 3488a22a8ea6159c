import { Injectable } from '@nestjs/common';
import type { Language } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { switchAllows } from '../download-switch.js';
import { MenuEntity } from '../menus/menu.entity.js';
import { UserEntity } from '../user.entity.js';

/** A user and what his roles give him. */
export interface RightsRow {
  userId: string;
  userName: string;
  language: Language;
  isFrozen: boolean;
  effectiveFrom: Date | null;
  expiresAt: Date | null;
  canDownload: boolean;
  isSystemAdministrator: boolean;
  /** Urls of the granted menus that are pages, not groups. */
  menuUrls: string[];
}

/** What a token leads to. */
export interface SessionRow extends RightsRow {
  sessionId: string;
  /** Seconds since the session's expiry was last pushed on. */
  idleSeconds: number;
}

/** A page's right comes from the menu itself; a menu with children is a group and grants nothing. */
const pagesOnly = 'NOT EXISTS (SELECT 1 FROM menu child WHERE child.parent_id = menu.id)';

const rightsColumns = `
  account.id AS "userId", account.user_name AS "userName", account.language, account.is_frozen AS "isFrozen",
  account.effective_from AS "effectiveFrom", account.expires_at AS "expiresAt",
  account.can_download AND ${switchAllows} AS "canDownload",
  EXISTS (
    SELECT 1 FROM user_role JOIN role ON role.id = user_role.role_id
    WHERE user_role.user_id = account.id AND role.is_system_administrator
  ) AS "isSystemAdministrator",
  ARRAY(
    SELECT DISTINCT menu.menu_url
    FROM user_role
    JOIN role_menu ON role_menu.role_id = user_role.role_id
    JOIN menu ON menu.id = role_menu.menu_id
    WHERE user_role.user_id = account.id AND ${pagesOnly}
  ) AS "menuUrls"`;

/** Queries over users, roles, menus and sessions. */
@Injectable()
export class RightsRepository {
  constructor(private readonly dataSource: DataSource) {}

  findUserByName(userName: string): Promise<UserEntity | null> {
    return this.dataSource.getRepository(UserEntity).findOneBy({ userName });
  }

  getUserWithRoles(userId: string): Promise<UserEntity> {
    return this.dataSource
      .getRepository(UserEntity)
      .findOneOrFail({ where: { id: userId }, relations: { roles: true } });
  }

  async setLanguage(userId: string, language: Language): Promise<void> {
    await this.dataSource.getRepository(UserEntity).update({ id: userId }, { language });
  }

  /** One query for each request: session, user, rights. */
  async findSession(tokenHash: Buffer): Promise<SessionRow | null> {
    const rows = await this.dataSource.query<SessionRow[]>(
      `SELECT session.id AS "sessionId",
              EXTRACT(EPOCH FROM now() - session.last_used_at)::int AS "idleSeconds", ${rightsColumns}
       FROM user_session session
       JOIN user_account account ON account.id = session.user_id
       WHERE session.token_hash = $1 AND session.expires_at > now()`,
      [tokenHash],
    );
    return rows[0] ?? null;
  }

  /** Which of these sessions there still are, with their users' rights of now. */
  findSessions(ids: readonly string[]): Promise<SessionRow[]> {
    return this.dataSource.query<SessionRow[]>(
      `SELECT session.id AS "sessionId", 0 AS "idleSeconds", ${rightsColumns}
       FROM user_session session
       JOIN user_account account ON account.id = session.user_id
       WHERE session.id = ANY($1::uuid[]) AND session.expires_at > now()`,
      [ids],
    );
  }

  async findRights(userId: string): Promise<RightsRow | null> {
    const rows = await this.dataSource.query<RightsRow[]>(
      `SELECT ${rightsColumns} FROM user_account account WHERE account.id = $1`,
      [userId],
    );
    return rows[0] ?? null;
  }

  /** Every menu, or those of the user's roles, in their order. */
  listMenus(userId: string, isSystemAdministrator: boolean): Promise<MenuEntity[]> {
    const query = this.dataSource
      .getRepository(MenuEntity)
      .createQueryBuilder('menu')
      .orderBy('menu.position')
      .addOrderBy('menu.id');
    if (!isSystemAdministrator) {
      query.where(
        `menu.id IN (SELECT role_menu.menu_id FROM role_menu
                     JOIN user_role ON user_role.role_id = role_menu.role_id
                     WHERE user_role.user_id = :userId)`,
        { userId },
      );
    }
    return query.getMany();
  }
}
