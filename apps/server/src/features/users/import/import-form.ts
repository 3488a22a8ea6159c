import type { LocalizedText } from '@clusterdesk/contracts';

/** The columns of the form, in their order. `field` is the parameter of `/user/info/add`; a role is given by its name. */
export const formColumns = [
  { field: 'userName', cn: '用户名', en: 'Username', isRequired: true, width: 20 },
  { field: 'password', cn: '密码', en: 'Password', isRequired: true, width: 20 },
  { field: 'roleName', cn: '角色', en: 'Role', isRequired: true, width: 20 },
  { field: 'realName', cn: '姓名', en: 'Name', isRequired: false, width: 20 },
  { field: 'mobile', cn: '手机号', en: 'Mobile', isRequired: false, width: 16 },
  { field: 'email', cn: '邮箱', en: 'Email', isRequired: false, width: 28 },
  { field: 'companyName', cn: '单位名称', en: 'Organization', isRequired: false, width: 24 },
  {
    field: 'companyAddress',
    cn: '单位地址',
    en: 'Organization address',
    isRequired: false,
    width: 32,
  },
  { field: 'effectiveDate', cn: '生效日期', en: 'Start date', isRequired: false, width: 16 },
  { field: 'expiredDate', cn: '失效日期', en: 'End date', isRequired: false, width: 16 },
] as const;

export type FormField = (typeof formColumns)[number]['field'];

/** The first row: both languages, and a star on required columns. */
export const formHeads: readonly string[] = formColumns.map(
  ({ cn, en, isRequired }) => `${cn} ${en}${isRequired ? ' *' : ''}`,
);

/** Of forms that were downloaded before the heads had today's words. */
const olderHeads = [
  ...['用户名 User name *', '密码 Password *', '角色 Role *', '姓名 Real name', '手机 Mobile'],
  ...[
    '邮箱 E-mail',
    '单位名称 Unit',
    '单位地址 Unit address',
    '生效日期 Valid from',
    '失效日期 Valid until',
  ],
];

export const isHead = (column: number, text: string | undefined): boolean =>
  text === formHeads[column] || text === olderHeads[column];

const notes: readonly LocalizedText[] = [
  {
    cn: '从第二行开始填写，每行一个用户，最多 1000 行；标 * 的列必填。',
    en: 'One user a row, from the second row on, at most 1000 rows; columns with * are required.',
  },
  {
    cn: '密码 6 到 18 个字符；手机号为 11 位；日期格式为 yyyy-MM-dd，失效日期当天仍有效。',
    en: 'A password has 6 to 18 characters, a mobile 11 digits; dates are yyyy-MM-dd, the end date included.',
  },
  {
    cn: '有一行错误则全部不导入，系统会列出每个错误行及原因。',
    en: 'When a row is wrong, none is imported; every wrong row is listed with its reason.',
  },
];

/** The empty form; `roleNames` are listed for the people who fill it in. */
export async function makeForm(roleNames: readonly string[]): Promise<Buffer> {
  // Loaded when a form is asked for: it takes 26 MB and a quarter of a second.
  const { default: exceljs } = await import('exceljs');
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('用户 Users', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = formColumns.map(({ width }, index) => ({
    header: formHeads[index] ?? '',
    width,
    // As text: a mobile is no number, and a date stays as it was typed.
    style: { numFmt: '@' },
  }));
  sheet.getRow(1).font = { bold: true };
  const help = book.addWorksheet('说明 Notes');
  help.getColumn(1).width = 100;
  notes.forEach(({ cn, en }) => help.addRows([[cn], [en]]));
  help.addRows([[''], ['角色 Roles:'], ...roleNames.map((name) => [name])]);
  return Buffer.from(await book.xlsx.writeBuffer());
}
