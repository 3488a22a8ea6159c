import { answerCodes } from '@clusterdesk/contracts';
import { DomainError } from '../../../platform/http/domain-error.js';

export const menuUnknown = (): DomainError =>
  new DomainError('IDENTITY_MENU_UNKNOWN', answerCodes.notFound, {
    cn: '菜单不存在，请刷新列表',
    en: 'There is no such menu. Reload the list',
  });

export const menuWithoutAncestors = (): DomainError =>
  new DomainError('IDENTITY_MENU_WITHOUT_ANCESTORS', answerCodes.invalid, {
    cn: '菜单须连同其上级菜单一起授权',
    en: 'A menu can be granted only together with the menus above it',
  });

export const menuProtected = (): DomainError =>
  new DomainError('IDENTITY_MENU_PROTECTED', answerCodes.conflict, {
    cn: '该菜单是系统管理所必需的，只能修改名称和图标',
    en: 'Administration itself needs this menu: only its name and icon can be changed',
  });

export const menuInItself = (): DomainError =>
  new DomainError('IDENTITY_MENU_IN_ITSELF', answerCodes.invalid, {
    cn: '菜单不能放在自己或其下级菜单之下',
    en: 'A menu can not be below itself',
  });

export const menuUrlOfType = (): DomainError =>
  new DomainError('IDENTITY_MENU_URL_OF_TYPE', answerCodes.invalid, {
    cn: '类型 1 的地址须为 / 开头的路径；类型 2 的地址须为 http(s) 地址',
    en: 'The address of type 1 is a path that starts with /; of type 2 an http(s) address',
  });

export const iconUnknown = (): DomainError =>
  new DomainError('IDENTITY_ICON_UNKNOWN', answerCodes.invalid, {
    cn: '图标不存在，请重新上传',
    en: 'There is no such icon. Upload it again',
  });

export const iconWrong = (): DomainError =>
  new DomainError('IDENTITY_ICON_WRONG', answerCodes.invalid, {
    cn: '图标须为 200×200 像素、不超过 200 KB 的 png 或 jpg 图片',
    en: 'An icon is a png or jpeg of 200×200 pixels and at most 200 KB',
  });

export const jumpTargetUnknown = (): DomainError =>
  new DomainError('IDENTITY_JUMP_TARGET_UNKNOWN', answerCodes.notFound, {
    cn: '该地址未登记在您的菜单中',
    en: 'This address is not registered in a menu of yours',
  });
