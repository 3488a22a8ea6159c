import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

export class MenuUnknownError extends domainError('USERS_MENU_UNKNOWN', answerCodes.notFound, {
  cn: '菜单不存在，请刷新列表',
  en: 'This menu does not exist. Reload the list.',
}) {}

/** No menu has an icon of this name. */
export class MenuIconUnknownError extends domainError(
  'USERS_MENU_ICON_UNKNOWN',
  answerCodes.notFound,
  {
    cn: '没有这个图标，请刷新页面',
    en: 'There is no such icon. Reload the page.',
  },
) {}

export class MenuWithoutAncestorsError extends domainError(
  'USERS_MENU_WITHOUT_ANCESTORS',
  answerCodes.invalid,
  {
    cn: '菜单须连同其上级菜单一起授权',
    en: 'A menu can be granted only together with the menus above it.',
  },
) {}

export class MenuProtectedError extends domainError('USERS_MENU_PROTECTED', answerCodes.conflict, {
  cn: '该内置菜单不能移动、删除或作为上级菜单，只能修改名称和图标',
  en: 'This built-in menu cannot be moved, deleted or used as a group. Change its name or icon, or take it out of roles.',
}) {}

export class MenuInItselfError extends domainError('USERS_MENU_IN_ITSELF', answerCodes.invalid, {
  cn: '菜单不能放在自己或其下级菜单之下',
  en: 'A menu cannot be placed below itself.',
}) {}

export class MenuUrlOfTypeError extends domainError('USERS_MENU_URL_OF_TYPE', answerCodes.invalid, {
  cn: '类型 1 的地址须为 / 开头的路径；类型 2 的地址须为 http(s) 地址',
  en: 'The address of type 1 is a path that starts with /; of type 2 an http(s) address.',
}) {}

export class IconUnknownError extends domainError('USERS_ICON_UNKNOWN', answerCodes.invalid, {
  cn: '图标不存在，请重新上传',
  en: 'There is no such icon. Upload it again.',
}) {}

export class IconWrongError extends domainError('USERS_ICON_WRONG', answerCodes.invalid, {
  cn: '图标须为 200×200 像素、不超过 200 KB 的 png 或 jpg 图片',
  en: 'An icon is a png or jpeg of 200×200 pixels and at most 200 KB.',
}) {}

export class MenuFilesError extends domainError('USERS_MENU_FILES', answerCodes.notAllowed, {
  cn: '是否允许外部站点访问用户的文件，只能由系统管理员设置',
  en: "Only a system administrator can let a site reach its users' files.",
}) {}

export class MenuSiteError extends domainError('USERS_MENU_SITE', answerCodes.notAllowed, {
  cn: '外部地址会收到用户的登录凭证，只有系统管理员可以登记',
  en: 'Other sites receive sign-in codes for users, so only a system administrator may enter their address.',
}) {}
