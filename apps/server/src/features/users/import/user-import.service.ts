import { Injectable, Logger } from '@nestjs/common';
import { endpoints, limits, type LocalizedText } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { readParameters } from '../../../platform/http/read-input.js';
import { formColumns, formHeads, makeForm, type FormField } from './import-form.js';
import { readSheet, type SheetRow } from './import-sheet.js';
import {
  FormUnreadableError,
  RowsWrongError,
  TooManyRowsError,
  type WrongRow,
} from './import.errors.js';
import { assertUsablePassword, PasswordService } from '../passwords/password.service.js';
import { AccountChanges } from '../rights/account-changes.service.js';
import { RoleEntity } from '../roles/role.entity.js';
import { RoleUnknownError } from '../roles/role.errors.js';
import { UserNameTakenError } from '../user.errors.js';
import { nameKey } from '../user-name.js';
import { UserService, type NewUser } from '../user.service.js';

/** What `/user/info/add` asks for, but the role's id and the encryption: a form has its name and plain words. */
const rowSchema = endpoints.users.add.input;

interface FormRow {
  number: number;
  user: NewUser;
}

/** Users from a filled form: all of its rows, or none. */
@Injectable()
export class UserImportService {
  private readonly logger = new Logger('UserImport');

  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UserService,
    private readonly passwords: PasswordService,
    private readonly changes: AccountChanges,
  ) {}

  async makeForm(): Promise<Buffer> {
    const roles = await this.dataSource.getRepository(RoleEntity).find({ order: { roleName: 1 } });
    return makeForm(roles.map(({ roleName }) => roleName));
  }

  /** @throws DomainError 400; for wrong rows with each row's number and reason in `details.rows`, in the caller's language. */
  async import(caller: Principal, file: Buffer | undefined): Promise<{ added: number }> {
    const rows = await this.read(file);
    const wrong: WrongRow[] = [];
    const good: FormRow[] = [];
    const roles = await this.dataSource.getRepository(RoleEntity).find();
    const rolesByName = new Map(roles.map((role) => [role.roleName, role.id]));
    const names = new Set<string>();
    for (const row of rows) {
      const checked = this.check(row, rolesByName, names);
      if ('user' in checked) {
        good.push(checked);
      } else {
        wrong.push(checked);
      }
    }
    const hashes = wrong.length === 0 ? await this.hashAll(good) : [];
    await this.dataSource.transaction(async (manager) => {
      this.changes.note(manager, 'users', 'roles');
      for (const [index, row] of good.entries()) {
        const refusal = await this.tryInsert(manager, caller, row, hashes[index] ?? '');
        if (refusal) {
          wrong.push({ row: row.number, reason: refusal });
        }
      }
      if (wrong.length > 0) {
        throw new RowsWrongError(wrong, caller.language);
      }
    });
    return { added: good.length };
  }

  /** One after the other, so that people who sign in meanwhile wait for one hash and not for a thousand. */
  private async hashAll(rows: readonly FormRow[]): Promise<string[]> {
    const hashes: string[] = [];
    for (const { user } of rows) {
      hashes.push(await this.passwords.hash(user.password));
    }
    return hashes;
  }

  private async read(file: Buffer | undefined): Promise<SheetRow[]> {
    const [head, ...rows] = await readSheet(file ?? Buffer.alloc(0), formColumns.length).catch(
      (error: unknown) => {
        if (error instanceof DomainError) {
          throw error;
        }
        this.logger.warn(`A form could not be read: ${String(error)}`);
        throw new FormUnreadableError();
      },
    );
    if (!formHeads.every((text, index) => head?.cells[index] === text) || rows.length === 0) {
      throw new FormUnreadableError();
    }
    if (rows.length > limits.importMaxRows) {
      throw new TooManyRowsError();
    }
    return rows;
  }

  private check(
    { number, cells }: SheetRow,
    roles: ReadonlyMap<string, string>,
    names: Set<string>,
  ): FormRow | WrongRow {
    const given = Object.fromEntries(
      formColumns.flatMap(({ field }, index): [FormField, string][] =>
        cells[index] ? [[field, asWritten(field, cells[index])]] : [],
      ),
    );
    const { fields, data } = readParameters(rowSchema, { ...given, roleId: given.roleName });
    const reasons: LocalizedText[] = Object.entries(fields).map(([field, reason]) =>
      named(field, reason),
    );
    const roleId = given.roleName && roles.get(given.roleName);
    if (given.roleName && !roleId) {
      reasons.push(new RoleUnknownError().sentence);
    }
    reasons.push(...passwordRefusals(given.password, given.userName));
    const name = nameKey(given.userName ?? '');
    if (names.has(name)) {
      reasons.push(new UserNameTakenError().sentence);
    }
    names.add(name);
    return data && roleId && reasons.length === 0
      ? { number, user: { ...data, roleIds: [roleId] } }
      : { row: number, reason: joined(reasons) };
  }

  /** A refused row must not end the transaction: the rest is still to be checked. */
  private async tryInsert(
    manager: EntityManager,
    caller: Principal,
    { user }: FormRow,
    passwordHash: string,
  ): Promise<LocalizedText | null> {
    await manager.query('SAVEPOINT import_row');
    try {
      await this.users.insert(manager, caller, user, passwordHash);
      return null;
    } catch (error) {
      if (!(error instanceof DomainError)) {
        throw error;
      }
      await manager.query('ROLLBACK TO SAVEPOINT import_row');
      return error.sentence;
    }
  }
}

function passwordRefusals(password: string | undefined, userName = ''): LocalizedText[] {
  try {
    if (password) {
      assertUsablePassword(password, userName);
    }
    return [];
  } catch (error) {
    if (error instanceof DomainError) {
      return [error.sentence];
    }
    throw error;
  }
}

/** A date that was typed as one may come as a number: days since the end of 1899, as spreadsheets count. */
function asWritten(field: FormField, cell: string): string {
  const isDate = field === 'effectiveDate' || field === 'expiredDate';
  return isDate && /^\d{1,6}(\.\d+)?$/.test(cell)
    ? new Date((Math.floor(Number(cell)) - 25_569) * 86_400_000).toISOString().slice(0, 10)
    : cell;
}

/** The reason with its column's name; the role stands for its id. */
function named(field: string, reason: LocalizedText): LocalizedText {
  const column = formColumns.find(
    (known) => known.field === (field === 'roleId' ? 'roleName' : field),
  );
  return { cn: `${column?.cn ?? field}：${reason.cn}`, en: `${column?.en ?? field}: ${reason.en}` };
}

function joined(reasons: readonly LocalizedText[]): LocalizedText {
  return {
    cn: reasons.map(({ cn }) => cn).join('；'),
    en: reasons.map(({ en }) => en).join('; '),
  };
}
