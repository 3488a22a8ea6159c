import { Injectable, Logger } from '@nestjs/common';
import { limits, type Language } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { checkForm } from './form-check.js';
import { collectFacts } from './form-facts.js';
import type { FormFault } from './form-faults.js';
import { formColumns, formHeads, isHead, makeForm } from './import-form.js';
import { readSheet, type SheetRow } from './read-sheet.js';
import {
  FormEmptyError,
  FormHeadsError,
  FormImportedError,
  FormUnreadableError,
  FormWrongError,
  TooManyRowsError,
} from './import.errors.js';
import { seedRoles } from '../menus/menu-seed.js';
import { PasswordService } from '../passwords/password.service.js';
import { AccountChanges } from '../rights/account-changes.service.js';
import { Grants } from '../rights/grants.service.js';
import { RoleEntity } from '../roles/role.entity.js';
import { UserNameTakenError } from '../user.errors.js';
import { UserService, type NewUser } from '../user.service.js';

/** As many as the platform hashes at once: others get their turn after each. */
const hashesAtOnce = 2;

const nameTaken = new UserNameTakenError().code;
const nameColumn = formColumns.findIndex(({ field }) => field === 'userName');

/** Users from a filled form: all of its rows, or none. */
@Injectable()
export class UserImportService {
  private readonly logger = new Logger('UserImport');

  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UserService,
    private readonly passwords: PasswordService,
    private readonly grants: Grants,
    private readonly changes: AccountChanges,
    private readonly config: Config,
  ) {}

  async makeForm(): Promise<Buffer> {
    const roles = await this.dataSource.getRepository(RoleEntity).find({ order: { roleName: 1 } });
    return makeForm(
      roles.map(({ roleName, builtIn }) =>
        [roleName, ...(builtIn ? [seedRoles[builtIn].en] : [])].join(' / '),
      ),
    );
  }

  /**
   * Everything is checked before anything is made: before the passwords are hashed, which takes long, and again under the lock
   * on rights, for a name may have been taken meanwhile.
   * @param mustChangePassword whether the passwords of the form are only good for choosing others
   * @throws DomainError 400; for wrong rows with every fault in `details.faults`, in the caller's language.
   */
  async import(
    caller: Principal,
    file: Buffer | undefined,
    mustChangePassword = false,
  ): Promise<{ added: number }> {
    const rows = await this.read(file);
    const check = async (manager: EntityManager): Promise<NewUser[]> => {
      const giver = await this.grants.begin(manager, caller);
      const names = rows.map(({ cells }) => cells[nameColumn] ?? '');
      const facts = await collectFacts(manager, giver, names);
      const { good, faults } = checkForm(rows, facts, this.config.timeZone);
      refuseFaults(rows, faults, caller.language);
      return good;
    };
    const users = await this.dataSource.transaction(check);
    const hashes = await this.hashAll(users);
    await this.dataSource.transaction(async (manager) => {
      await check(manager);
      for (const [index, user] of users.entries()) {
        const added = { ...user, mustChangePassword };
        await this.users.insert(manager, caller, added, hashes[index] ?? '');
      }
      this.changes.note(manager, 'users', 'roles');
    });
    return { added: users.length };
  }

  /** A few at once, so that people who sign in meanwhile wait for one hash and not for a thousand. */
  private async hashAll(users: readonly NewUser[]): Promise<string[]> {
    const hashes: string[] = [];
    const left = users.entries();
    const hashNext = async (): Promise<void> => {
      for (const [index, user] of left) {
        hashes[index] = await this.passwords.hash(user.password);
      }
    };
    await Promise.all(Array.from({ length: hashesAtOnce }, hashNext));
    return hashes;
  }

  private async read(file: Buffer | undefined): Promise<SheetRow[]> {
    const [head, ...rows] = await readSheet(file ?? Buffer.alloc(0), formColumns.length).catch(
      (error: unknown) => {
        if (error instanceof DomainError) {
          throw error;
        }
        this.logger.warn(`An import form could not be read: ${String(error)}`);
        throw new FormUnreadableError();
      },
    );
    const changed = formHeads.findIndex((_, index) => !isHead(index, head?.cells[index]));
    if (changed >= 0) {
      throw new FormHeadsError(changed + 1, formHeads[changed] ?? '');
    }
    if (rows.length === 0) {
      throw new FormEmptyError();
    }
    if (rows.length > limits.importMaxRows) {
      throw new TooManyRowsError();
    }
    return rows;
  }
}

function refuseFaults(
  rows: readonly SheetRow[],
  faults: readonly FormFault[],
  language: Language,
): void {
  if (faults.length === rows.length && faults.every(({ code }) => code === nameTaken)) {
    throw new FormImportedError(faults, language);
  }
  if (faults.length > 0) {
    throw new FormWrongError(faults, language);
  }
}
