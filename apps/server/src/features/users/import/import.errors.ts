import { answerCodes, limits, type Language, type LocalizedText } from '@clusterdesk/contracts';
import { DomainError } from '../../../platform/http/domain-error.js';
import { toWireFaults, toWireRows, type FormFault } from './form-faults.js';

export class FormUnreadableError extends DomainError {
  constructor() {
    super('USERS_FORM_UNREADABLE', answerCodes.invalid, {
      cn: '文件无法读取，请下载模板，按模板填写后重新上传',
      en: 'The file can not be read. Download the form, fill it in and upload it again',
    });
  }
}

export class FormEmptyError extends DomainError {
  constructor() {
    super('USERS_FORM_EMPTY', answerCodes.invalid, {
      cn: '表格中没有用户，请从第二行起每行填写一个用户，再重新上传',
      en: 'The form has no users. Fill in one a row from the second row on, and upload it again',
    });
  }
}

export class TooManyRowsError extends DomainError {
  constructor() {
    super('USERS_FORM_TOO_LONG', answerCodes.invalid, {
      cn: `一次最多导入 ${limits.importMaxRows} 行，请分批上传`,
      en: `At most ${limits.importMaxRows} rows at a time. Split the form`,
    });
  }
}

/** A name that stands in the form twice; names the row that has it first. */
export class FormNameRepeatedError extends DomainError {
  constructor(row: number) {
    super('USERS_FORM_NAME_REPEATED', answerCodes.invalid, {
      cn: `与第 ${row} 行的用户名重复`,
      en: `the same user name as in row ${row}`,
    });
  }
}

/** Of many roles so many are named. */
const namedRoles = 20;

export class FormRoleUnknownError extends DomainError {
  constructor(roleName: string, known: readonly LocalizedText[]) {
    const hasMore = known.length > namedRoles;
    const list = known.slice(0, namedRoles);
    const names = { cn: list.map(({ cn }) => cn), en: list.map(({ en }) => en) };
    super('USERS_FORM_ROLE_UNKNOWN', answerCodes.invalid, {
      cn: `没有名为「${roleName}」的角色，可用：${names.cn.join('、')}${hasMore ? '等' : ''}`,
      en: `there is no role “${roleName}”; there are: ${names.en.join(', ')}${hasMore ? ', and others' : ''}`,
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
        en: `${rows.length} rows are wrong, and nobody was imported. Correct them and upload the form again`,
      },
      { rows, faults: toWireFaults(faults, language) },
    );
  }
}

export class ImportBusyError extends DomainError {
  constructor() {
    super('USERS_IMPORT_BUSY', answerCodes.unavailable, {
      cn: '当前有其他表格正在导入，请稍后重试',
      en: 'Other forms are being read at this moment. Try again in a minute',
    });
  }
}
