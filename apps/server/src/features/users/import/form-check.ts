import { endpoints, type LocalizedText } from '@clusterdesk/contracts';
import { readParameters } from '../../../platform/http/read-input.js';
import { readWireDate } from '../../../platform/http/time/read-wire-date.js';
import { assertUsablePassword } from '../passwords/password.service.js';
import {
  DatesReversedError,
  UserNameLeavingError,
  UserNameReservedError,
  UserNameTakenError,
} from '../user.errors.js';
import { nameKeys } from '../names/user-name.js';
import { isReservedName, isUsablePeriod } from '../user.policy.js';
import type { NewUser } from '../user.service.js';
import { parameterFault, refusalFault, refusalOf, type FormFault } from './form-faults.js';
import { formColumns, type FormField } from './import-form.js';
import type { SheetRow } from './read-sheet.js';
import { FormNameRepeatedError, FormRoleUnknownError } from './import.errors.js';
import type { FormFacts } from './form-facts.js';

/** What `/user/info/add` takes; a form has the role's name in place of its id, and plain passwords. */
const rowSchema = endpoints.users.add.input;

type Cells = Partial<Record<FormField, string>>;

/** Everything that is wrong with the rows, in the order of the sheet; `good` are the users of the rows without a fault. */
export function checkForm(
  rows: readonly SheetRow[],
  facts: FormFacts,
  timeZone: string,
): { good: NewUser[]; faults: FormFault[] } {
  const firstRows = new Map<string, number>();
  const good: NewUser[] = [];
  const faults: FormFault[] = [];
  for (const { number, cells } of rows) {
    const given = readCells(cells);
    const place = { row: number, userName: given.userName ?? '' };
    const { fields, data } = readParameters(rowSchema, { ...given, roleId: given.roleName });
    const found = [
      ...Object.entries(fields).map(([field, text]) => parameterFault(place, field, text)),
      ...roleFaults(place, given, facts),
      ...passwordFaults(place, given),
      ...('userName' in fields ? [] : nameFaults(place, facts, firstRows)),
      ...dateFaults(place, given, new Set(Object.keys(fields)), timeZone),
    ];
    const role = facts.roles.get(given.roleName ?? '');
    if (found.length === 0 && data && role) {
      good.push({ ...data, roleIds: [role.id] });
    }
    faults.push(...found);
  }
  return { good, faults };
}

type Place = Pick<FormFault, 'row' | 'userName'>;

function roleFaults(place: Place, { roleName }: Cells, { roles }: FormFacts): FormFault[] {
  const role = roles.get(roleName ?? '');
  if (!roleName || (role && !role.refusal)) {
    return [];
  }
  const refusal = role?.refusal ?? new FormRoleUnknownError(roleName, nameRoles(roles));
  return [refusalFault(place, refusal, 'roleName')];
}

/** Each role once, though some have two names. */
function nameRoles(roles: FormFacts['roles']): LocalizedText[] {
  return [...new Set(roles.values())].map(({ name }) => name);
}

function passwordFaults(place: Place, { password, userName = '' }: Cells): FormFault[] {
  const refusal = password && refusalOf(() => assertUsablePassword(password, userName));
  return refusal ? [refusalFault(place, refusal, 'password')] : [];
}

function nameFaults(place: Place, facts: FormFacts, firstRows: Map<string, number>): FormFault[] {
  const keys = nameKeys(place.userName);
  const firstRow = keys.map((key) => firstRows.get(key)).find((row) => row !== undefined);
  keys.forEach((key) => firstRows.set(key, firstRows.get(key) ?? place.row));
  const isAmong = (names: ReadonlySet<string>): boolean => keys.some((key) => names.has(key));
  return [
    ...(firstRow === undefined ? [] : [new FormNameRepeatedError(firstRow)]),
    ...(isReservedName(place.userName) ? [new UserNameReservedError()] : []),
    ...(isAmong(facts.takenKeys) ? [new UserNameTakenError()] : []),
    ...(isAmong(facts.leavingKeys) ? [new UserNameLeavingError()] : []),
  ].map((refusal) => refusalFault(place, refusal, 'userName'));
}

/** Dates that do not exist, each by itself; then the order of the two. */
function dateFaults(
  place: Place,
  given: Cells,
  wrongFields: ReadonlySet<string>,
  timeZone: string,
): FormFault[] {
  const faults: FormFault[] = [];
  const read = (field: 'effectiveDate' | 'expiredDate', edge: 'start' | 'end'): Date | null => {
    const text = given[field];
    let date: Date | null = null;
    if (text && !wrongFields.has(field)) {
      const refusal = refusalOf(() => (date = readWireDate(text, timeZone, edge)));
      faults.push(...(refusal ? [refusalFault(place, refusal, field)] : []));
    }
    return date;
  };
  const effectiveFrom = read('effectiveDate', 'start');
  const expiresAt = read('expiredDate', 'end');
  return isUsablePeriod({ effectiveFrom, expiresAt }, new Date())
    ? faults
    : [...faults, refusalFault(place, new DatesReversedError(), 'expiredDate')];
}

function readCells(cells: readonly string[]): Cells {
  return Object.fromEntries(
    formColumns.flatMap(({ field }, index): [FormField, string][] =>
      cells[index] ? [[field, asWritten(field, cells[index])]] : [],
    ),
  );
}

/** Dates as people write them: 2026/1/5, 2026.1.5, 2026年1月5日, with a time of the day or without. */
const writtenDate =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:(?<=日)| +|$)(\d{1,2}:\d{2}(?::\d{2})?)?$/;

/** A date that was typed as one may come as a number: days since the end of 1899, as spreadsheets count. */
function asWritten(field: FormField, cell: string): string {
  if (field !== 'effectiveDate' && field !== 'expiredDate') {
    return cell;
  }
  const text = cell.normalize('NFKC');
  if (/^\d{1,6}(\.\d+)?$/.test(text)) {
    return new Date((Math.floor(Number(text)) - 25_569) * 86_400_000).toISOString().slice(0, 10);
  }
  const [, year = '', month = '', day = '', time] = writtenDate.exec(text) ?? [];
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return year === ''
    ? cell
    : [date, ...(time ? [time.padStart(time.length > 5 ? 8 : 5, '0')] : [])].join(' ');
}
