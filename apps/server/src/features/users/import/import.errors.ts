import { answerCodes, limits, type Language, type LocalizedText } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../../platform/http/domain-error.js';
import { toWireFaults, toWireRows, type FormFault } from './form-faults.js';

export class FormUnreadableError extends domainError('USERS_FORM_UNREADABLE', answerCodes.invalid, {
  cn: '文件已损坏或内容过大，无法读取，请用表格软件打开并另存为新的 .xlsx 文件，再重新上传',
  en: 'The file is damaged, or too large when unpacked. Open it in a spreadsheet program, save it as a new .xlsx file and upload that.',
}) {}

/** Neither xlsx nor text: an .xls, an encrypted workbook, or something else. */
export class FormKindError extends domainError('USERS_FORM_KIND', answerCodes.invalid, {
  cn: '只能导入 .xlsx 或 .csv 文件，请将表格另存为不加密的 .xlsx 文件，再重新上传',
  en: 'Only .xlsx and .csv files can be imported. Save the spreadsheet as .xlsx without a password and upload that.',
}) {}

export class FormHeadsError extends DomainError {
  /** @param column counts from 1 */
  constructor(column: number, wanted: string) {
    super('USERS_FORM_HEADS', answerCodes.invalid, {
      cn: `第 1 行第 ${column} 列应为「${wanted}」，请按模板恢复表头，再重新上传`,
      en: `Column ${column} of the first row must be “${wanted}”. Restore the first row of the template and upload the form again.`,
    });
  }
}

export class FormEmptyError extends domainError('USERS_FORM_EMPTY', answerCodes.invalid, {
  cn: '表格中没有用户，请从第二行起每行填写一个用户，再重新上传',
  en: 'The form has no users. Enter one user per row from the second row on, and upload it again.',
}) {}

export class TooManyRowsError extends domainError('USERS_FORM_TOO_LONG', answerCodes.invalid, {
  cn: `一次最多导入 ${limits.importMaxRows} 行，请分批上传`,
  en: `At most ${limits.importMaxRows} rows can be imported at a time. Split the form.`,
}) {}

/** A name that stands in the form twice; names the row that has it first. */
export class FormNameRepeatedError extends DomainError {
  constructor(row: number) {
    super('USERS_FORM_NAME_REPEATED', answerCodes.invalid, {
      cn: `与第 ${row} 行的用户名重复`,
      en: `The same user name as in row ${row}.`,
    });
  }
}

/** At most this many roles are named. */
const namedRoles = 20;

export class FormRoleUnknownError extends DomainError {
  constructor(roleName: string, known: readonly LocalizedText[]) {
    const hasMore = known.length > namedRoles;
    const list = known.slice(0, namedRoles);
    const names = { cn: list.map(({ cn }) => cn), en: list.map(({ en }) => en) };
    super('USERS_FORM_ROLE_UNKNOWN', answerCodes.invalid, {
      cn: `没有名为「${roleName}」的角色，可用：${names.cn.join('、')}${hasMore ? '等' : ''}`,
      en: `There is no role “${roleName}”; there are: ${names.en.join(', ')}${hasMore ? ', and others' : ''}.`,
    });
  }
}

/**
 * `details.faults` has every fault as data (`ImportFault`), in the order of the sheet; `details.rows` one sentence for each
 * wrong row.
 */
export class FormWrongError extends DomainError {
  constructor(faults: readonly FormFault[], language: Language) {
    const rows = toWireRows(faults, language);
    super(
      'USERS_FORM_ROWS_WRONG',
      answerCodes.invalid,
      {
        cn: `有 ${rows.length} 行错误，没有导入任何用户，请修改后重新上传`,
        en: `${rows.length} rows have errors, so no user was imported. Correct them and upload the form again.`,
      },
      { rows, faults: toWireFaults(faults, language) },
    );
  }
}

/** Every name of the form is taken: most likely the form was imported, and the answer was lost. */
export class FormImportedError extends DomainError {
  constructor(faults: readonly FormFault[], language: Language) {
    super(
      'USERS_FORM_IMPORTED',
      answerCodes.conflict,
      {
        cn: `表格中的 ${faults.length} 个用户均已存在，可能此前已导入成功，没有重复导入，请在用户列表中核对`,
        en: `All ${faults.length} users in this form already exist, probably from an earlier import. No user was added; check the user list.`,
      },
      { rows: toWireRows(faults, language), faults: toWireFaults(faults, language) },
    );
  }
}

export class ImportBusyError extends domainError('USERS_IMPORT_BUSY', answerCodes.unavailable, {
  cn: '当前有其他表格正在导入，请稍后重试',
  en: 'Other forms are being imported right now. Try again in a minute.',
}) {}
