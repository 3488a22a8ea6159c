import type { Language, LocalizedText, LogRow } from '@clusterdesk/contracts';

/** Excel reads UTF-8 only behind it. */
const byteOrderMark = '\uFEFF';

/** What spreadsheet programs take for the beginning of a formula, also in full-width letters. */
const formulaStart = /^[\s]*[=+\-@＝＋－＠\t\r\n]/;

/**
 * Where a spreadsheet program whose separator is another sees a cell begin within ours, with a formula: most of Europe's Excel splits
 * lines at `;`, whatever is quoted by then.
 */
const formulaWithin = /[;\t\r\n](?=[\s"']*[=+\-@＝＋－＠])/g;

const succeeded: LocalizedText = { cn: '成功', en: 'Success' };
const refused: LocalizedText = { cn: '已拒绝', en: 'Refused' };
const failed: LocalizedText = { cn: '失败', en: 'Failed' };

/** How it went, as the page of the log says it. */
const resultOf = ({ errorCode, errorMessage, logLevel }: LogRow, language: Language): string =>
  errorCode === null
    ? succeeded[language]
    : (errorMessage ?? (logLevel === 'WARN' ? refused : failed)[language]);

const columns: readonly (LocalizedText & {
  value: (row: LogRow, language: Language) => string | null | undefined;
})[] = [
  { cn: '时间', en: 'Time', value: (row) => row.createTime },
  { cn: '级别', en: 'Level', value: (row) => row.logLevel },
  { cn: '模块', en: 'Feature', value: (row) => row.logModel },
  { cn: '操作', en: 'Call', value: (row) => row.methodName },
  { cn: '用户', en: 'User', value: (row) => row.userName },
  { cn: '对象类型', en: 'Object type', value: (row) => row.target?.type },
  { cn: '对象', en: 'Object', value: (row) => row.target?.name },
  { cn: '对象编号', en: 'Object id', value: (row) => row.target?.id },
  { cn: '结果', en: 'Result', value: resultOf },
  { cn: '错误代码', en: 'Error code', value: (row) => row.errorCode },
  { cn: 'IP 地址', en: 'IP address', value: (row) => row.address },
  { cn: '详情', en: 'Details', value: (row) => row.details && JSON.stringify(row.details) },
];

/** The first line; the zone of the times is named in it. */
export function csvHead(language: Language, timeZone: string): string {
  const names = columns.map((column, index) =>
    index === 0 ? `${column[language]} (${timeZone})` : column[language],
  );
  return byteOrderMark + toLine(names);
}

export function csvLine(row: LogRow, language: Language): string {
  return toLine(columns.map(({ value }) => value(row, language) ?? ''));
}

function toLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** Quoted; what a spreadsheet program would calculate, wherever it sees cells begin, stands behind an apostrophe, as text. */
export function toCell(text: string): string {
  const inner = text.replace(formulaWithin, "$&'");
  const safe = formulaStart.test(text) ? `'${inner}` : inner;
  return `"${safe.replaceAll('"', '""')}"`;
}
