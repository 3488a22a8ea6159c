import { allEndpoints, auditedEntryPoints } from '@clusterdesk/contracts';
import { translate } from '../../shared/i18n/i18n.js';

/**
 * What each call is to people: `op_…` of the catalogue names it, `did_…` says that it was done, with room for what it was
 * about. Calls that do the same to one thing or to several, or by another way, are one operation.
 */
const operations = {
  '/user/info/login': 'signIn',
  '/user/info/logout': 'signOut',
  '/user/info/sessions/end': 'endOwnSession',
  '/user/sessions/end': 'endSessions',
  '/thirdparty/jumpNode': 'openSite',
  '/thirdparty/jumpTarget': 'openSite',
  '/user/info/add': 'addUser',
  '/user/info/edit': 'editUser',
  '/user/info/delete': 'deleteUser',
  '/user/info/bulk/delete': 'deleteUser',
  '/user/info/freeze': 'freezeUser',
  '/user/info/bulk/freeze': 'freezeUser',
  '/user/info/change/password': 'resetPassword',
  '/user/info/add/role': 'setRoles',
  '/user/info/bulk/role': 'addRoleTo',
  '/user/info/template/upload': 'importUsers',
  '/user/info/disk/setQuota': 'setQuota',
  '/user/info/bulk/quota': 'setQuota',
  '/user/info/update/password': 'changeOwnPassword',
  '/user/info/update/realName': 'rename',
  '/user/info/checkCode': 'checkCode',
  '/user/info/savaMobile': 'changeMobile',
  '/user/info/savaEmail': 'changeEmail',
  '/user/info/getCodeByMobile': 'askCode',
  '/user/info/getCodeByEmail': 'askCode',
  '/sysLanguage/setSysLanguage': 'setLanguage',
  '/role/add': 'addRole',
  '/role/delete': 'deleteRole',
  '/role/addUser': 'setRoleUsers',
  '/role/users/add': 'addRoleUsers',
  '/role/users/remove': 'removeRoleUsers',
  '/role/addMenu': 'setRoleMenus',
  '/menu/add': 'saveMenu',
  '/menu/delete': 'deleteMenu',
  '/menu/restoreStandard': 'restoreMenus',
  '/menu/upload': 'uploadIcon',
  '/user/info/mkdir': 'makeFolder',
  '/user/info/mkdirs': 'makeFolder',
  '/user/info/rename': 'renameEntry',
  '/user/info/hidden/rename': 'renameHidden',
  '/user/info/dir/delete': 'deleteEntries',
  '/user/info/copy': 'copy',
  '/user/info/move': 'move',
  '/user/info/cancelCopy': 'cancelCopy',
  '/user/info/getDownloadFilePath': 'download',
  '/user/info/getPreviewFilePath': 'preview',
  '/user/info/cancelPackage': 'cancelPackage',
  '/user/info/trash/restore': 'restoreEntries',
  '/user/info/trash/purge': 'purge',
  '/user/info/trash/empty': 'emptyTrash',
  '/user/info/uploadFile': 'upload',
  '/user/info/uploadFolder': 'upload',
  '/project/add': 'addProject',
  '/project/edit': 'editProject',
  '/project/delete': 'deleteProject',
  '/project/restore': 'restoreProject',
  '/project/add/tag': 'addTag',
  '/project/delete/tag': 'deleteTag',
  '/project/add/user': 'addMembers',
  '/project/delete/user': 'removeMember',
  '/project/leave': 'leaveProject',
  '/project/setAdmin': 'setAdmin',
  '/project/setFilePermission': 'setFilePermission',
  '/download/apply/add': 'applyForDownload',
  '/download/apply/agree': 'decideDownload',
  '/download/apply/revoke': 'revokeApproval',
  '/download/apply/withdraw': 'withdrawApplication',
  '/project/setQuota': 'setQuota',
  '/project/mkdir': 'makeFolder',
  '/project/mkdirs': 'makeFolder',
  '/project/renameFile': 'renameEntry',
  '/project/files/delete': 'deleteEntries',
  '/project/files/move': 'move',
  '/project/files/copy': 'copy',
  '/project/importDataFromMyData': 'copy',
  '/user/info/save/to/project': 'copy',
  '/project/files/save/tome': 'copy',
  '/project/uploadFile': 'upload',
  '/project/uploadFolder': 'upload',
  '/project/getDownloadFilePath': 'download',
  '/project/getPreviewFilePath': 'preview',
  '/project/trash/restore': 'restoreEntries',
  '/project/trash/purge': 'purge',
  '/project/trash/empty': 'emptyTrash',
  '/download/apply/download': 'download',
  '/uploads': 'upload',
  '/share/add': 'share',
  '/share/edit': 'editShare',
  '/share/delete': 'endShare',
  '/share/leave': 'leaveShare',
  '/share/link/:id': 'redeemLink',
  '/share/download/:id/:verification': 'redeemLink',
  '/share/getDownloadFilePath': 'download',
  '/share/getPreviewFilePath': 'preview',
  '/user/info/save/tome': 'saveShared',
  '/desktop/add': 'saveNode',
  '/desktop/delete': 'deleteNode',
  '/desktop/enrol': 'inviteNode',
  '/desktop/revoke': 'revokeNode',
  '/calculation/add': 'saveNode',
  '/calculation/delete': 'deleteNode',
  '/calculation/enrol': 'inviteNode',
  '/calculation/revoke': 'revokeNode',
  '/idw/closeDesktop': 'closeDesktop',
  '/calculation/queue/edit': 'editQueue',
  '/application/install': 'installApplication',
  '/application/un/install': 'uninstallApplication',
  '/application/update': 'updateApplication',
  '/application/retry': 'retryApplication',
  '/job/run': 'runJob',
  '/job/stop': 'stopJob',
  '/job/getLogPath': 'downloadLog',
  'node.enrolled': 'enrolNode',
  'node.cloned': 'findClone',
  'sessions.redeem-code': 'signIn',
  start: 'configureUser',
} as const;

/** An operation, as the catalogue knows it. */
export type Operation = (typeof operations)[keyof typeof operations];

/** Null for a call that this console does not know. */
export const operationOf = (method: string): Operation | null =>
  Object.hasOwn(operations, method) ? operations[method as keyof typeof operations] : null;

/** The name of an operation for people; a call that this console does not know keeps its own. */
export const operationName = (method: string): string => {
  const operation = operationOf(method);
  return operation === null ? method : translate(`audit:op_${operation}`);
};

/** An operation to narrow the log to. */
export interface OperationChoice {
  logModel: string;
  name: string;
  /** Its calls, joined by commas, as the address of the page and `/log/list` take them. */
  methods: string;
}

/** Every operation that can be in the log, each once, by feature. */
export function operationChoices(): OperationChoice[] {
  const calls = [
    ...allEndpoints
      .filter(({ audited }) => audited)
      .map(({ feature, path }) => ({ logModel: feature, methodName: path })),
    ...Object.values(auditedEntryPoints),
  ];
  const choices = new Map<string, OperationChoice>();
  for (const { logModel, methodName } of calls) {
    const name = operationName(methodName);
    const known = choices.get(name);
    const methods = known ? `${known.methods},${methodName}` : methodName;
    choices.set(name, { logModel: known?.logModel ?? logModel, name, methods });
  }
  return [...choices.values()];
}
