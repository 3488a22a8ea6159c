import { answerCodes, limits, type Language, type LocalizedText } from '@clusterdesk/contracts';
import { DomainError } from '../../../platform/http/domain-error.js';

/** A row that can't become a user; `row` is the number that the spreadsheet program shows. */
export interface WrongRow {
  row: number;
  reason: LocalizedText;
}

export class FormUnreadableError extends DomainError {
  constructor() {
    super('USERS_FORM_UNREADABLE', answerCodes.invalid, {
      cn: '文件无法读取，请下载模板，按模板填写后重新上传',
      en: 'The file can not be read. Download the form, fill it in and upload it again',
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

/** `details.rows` has each row's number and reason, in the order of the sheet. */
export class RowsWrongError extends DomainError {
  constructor(rows: readonly WrongRow[], language: Language) {
    super(
      'USERS_FORM_ROWS_WRONG',
      answerCodes.invalid,
      {
        cn: `有 ${rows.length} 行错误，没有导入任何用户，请修改后重新上传`,
        en: `${rows.length} rows are wrong, and nobody was imported. Correct them and upload the form again`,
      },
      {
        rows: [...rows]
          .sort((one, other) => one.row - other.row)
          .map(({ row, reason }) => ({ row, reason: reason[language] })),
      },
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
