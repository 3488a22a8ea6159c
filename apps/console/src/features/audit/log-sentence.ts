import type { LogRow } from '@clusterdesk/contracts';
import { translate } from '../../shared/i18n/i18n.js';
import { formatList } from '../../shared/lib/format/format-list.js';

/** What each call did, as a sentence of the catalogue with room for what it was about. */
const sentences = {
  '/user/info/login': 'did_signIn',
  '/user/info/logout': 'did_signOut',
  '/user/info/sessions/end': 'did_endOwnSession',
  '/user/sessions/end': 'did_endSessions',
  '/thirdparty/jumpNode': 'did_openSite',
  '/thirdparty/jumpTarget': 'did_openSite',
  '/user/info/add': 'did_addUser',
  '/user/info/edit': 'did_editUser',
  '/user/info/delete': 'did_deleteUser',
  '/user/info/bulk/delete': 'did_deleteUser',
  '/user/info/freeze': 'did_freezeUser',
  '/user/info/bulk/freeze': 'did_freezeUser',
  '/user/info/change/password': 'did_resetPassword',
  '/user/info/add/role': 'did_setRoles',
  '/user/info/bulk/role': 'did_addRoleTo',
  '/user/info/template/upload': 'did_importUsers',
  '/user/info/disk/setQuota': 'did_setQuota',
  '/user/info/bulk/quota': 'did_setQuota',
  '/user/info/update/password': 'did_changeOwnPassword',
  '/user/info/update/realName': 'did_rename',
  '/user/info/checkCode': 'did_checkCode',
  '/user/info/savaMobile': 'did_changeMobile',
  '/user/info/savaEmail': 'did_changeEmail',
  '/user/info/getCodeByMobile': 'did_askCode',
  '/user/info/getCodeByEmail': 'did_askCode',
  '/sysLanguage/setSysLanguage': 'did_setLanguage',
  '/role/add': 'did_addRole',
  '/role/delete': 'did_deleteRole',
  '/role/addUser': 'did_setRoleUsers',
  '/role/users/add': 'did_addRoleUsers',
  '/role/users/remove': 'did_removeRoleUsers',
  '/role/addMenu': 'did_setRoleMenus',
  '/menu/add': 'did_saveMenu',
  '/menu/delete': 'did_deleteMenu',
  '/menu/restoreStandard': 'did_restoreMenus',
  '/menu/upload': 'did_uploadIcon',
  '/user/info/mkdir': 'did_makeFolder',
  '/user/info/mkdirs': 'did_makeFolder',
  '/user/info/rename': 'did_renameEntry',
  '/user/info/dir/delete': 'did_deleteEntries',
  '/user/info/copy': 'did_copy',
  '/user/info/move': 'did_move',
  '/user/info/cancelCopy': 'did_cancelCopy',
  '/user/info/getDownloadFilePath': 'did_download',
  '/user/info/getPreviewFilePath': 'did_preview',
  '/user/info/cancelPackage': 'did_cancelPackage',
  '/user/info/trash/restore': 'did_restoreEntries',
  '/user/info/trash/purge': 'did_purge',
  '/user/info/trash/empty': 'did_emptyTrash',
  '/job/run': 'did_runJob',
  '/job/stop': 'did_stopJob',
  '/job/getLogPath': 'did_downloadLog',
} as const;

const hasSentence = (method: string): method is keyof typeof sentences =>
  Object.hasOwn(sentences, method);

/** Of what a call was given, what says best what it was about; the server has shortened it. */
const tellingDetails = ['paths', 'path', 'entries', 'url', 'mobile', 'email', 'selected'] as const;

/** What a row is about, for people; empty where nothing says it. */
export function objectOf({ target, details }: Pick<LogRow, 'target' | 'details'>): string {
  if (target) {
    return target.name || target.id;
  }
  const value = tellingDetails.map((name) => details?.[name]).find((found) => found !== undefined);
  if (Array.isArray(value)) {
    return formatList(value.filter((item): item is string => typeof item === 'string'));
  }
  return typeof value === 'string' ? value : '';
}

/** What happened, without who did it; a call that this console does not know is named as it is. */
export function sentenceOf(row: Pick<LogRow, 'methodName' | 'target' | 'details'>): string {
  const about = objectOf(row);
  const object = about === '' ? '' : translate('audit:quoted', { text: about });
  return hasSentence(row.methodName)
    ? translate(`audit:${sentences[row.methodName]}`, { object }).trim()
    : [row.methodName, object].filter(Boolean).join(' ');
}

/** One field of a change. */
export interface ChangedField {
  name: string;
  before: string;
  after: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as it stands in the log, for people. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') {
    return '–';
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return formatList(value) || '–';
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** What a row says of before and after, field by field; and what else it says. */
export function changesIn(details: LogRow['details']): {
  changes: ChangedField[];
  others: [string, string][];
} {
  const { before, after, ...rest } = details ?? {};
  const hasChange = before !== undefined || after !== undefined;
  const others = Object.entries(rest).map(([name, value]): [string, string] => [
    name,
    valueText(value),
  ]);
  if (!hasChange) {
    return { changes: [], others };
  }
  if (!isRecord(before) && !isRecord(after)) {
    return { changes: [{ name: '', before: valueText(before), after: valueText(after) }], others };
  }
  const [old, fresh] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  return {
    changes: names
      .map((name) => ({ name, before: valueText(old[name]), after: valueText(fresh[name]) }))
      .filter(({ before: was, after: is }) => was !== is),
    others,
  };
}
