import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { PasswordService } from '../password.service.js';
import { RoleEntity } from '../roles/role.entity.js';
import { revocationReasons, SessionRevocation } from '../../sessions/session-revocation.service.js';
import { UserEntity } from '../user.entity.js';
import { developName } from '../user.policy.js';

/** The user `develop` exists exactly while DEVELOP_PASSWORD is set, with that password (contract: Sign-in). */
@Injectable()
export class DevelopUserService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: PasswordService,
    private readonly sessionEnd: SessionRevocation,
    private readonly config: Config,
  ) {}

  /** At each start, after the first start made the roles. */
  async run(): Promise<void> {
    const users = this.dataSource.getRepository(UserEntity);
    const before = await users.findOneBy({ userName: developName });
    const password = this.config.developPassword;
    if (password === undefined) {
      if (before) {
        await users.delete({ id: before.id });
        this.sessionEnd.announce(before, revocationReasons.deleted);
      }
      return;
    }
    if (before && (await this.passwords.verify(before.passwordHash, password))) {
      return;
    }
    const passwordHash = await this.passwords.hash(password);
    if (before) {
      await this.dataSource.transaction(async (manager) => {
        await manager.update(UserEntity, { id: before.id }, { passwordHash });
        await this.sessionEnd.deleteSessions(manager, before.id);
      });
      this.sessionEnd.announce(before, revocationReasons.passwordChanged);
      return;
    }
    await this.create(passwordHash);
  }

  /** Several servers may start at once: the first one makes the user. */
  private async create(passwordHash: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const role = await manager.findOneByOrFail(RoleEntity, { isSystemAdministrator: true });
      await manager.query(
        `WITH created AS (
           INSERT INTO user_account (user_name, real_name, password_hash) VALUES ($1, $1, $2)
           ON CONFLICT DO NOTHING RETURNING id
         )
         INSERT INTO user_role (user_id, role_id) SELECT id, $3 FROM created`,
        [developName, passwordHash, role.id],
      );
    });
  }
}
