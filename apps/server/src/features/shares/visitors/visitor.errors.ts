import { answerCodes, limits } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../../platform/http/domain-error.js';

/** One answer for an unknown id, a wrong code, and a drop box that is closed for any reason, so that strangers learn nothing by it. */
export class DropBoxClosedError extends domainError('DROP_BOX_CLOSED', answerCodes.notFound, {
  cn: '链接或提取码有误，或此收集文件夹已关闭；请核对后重试，或联系向您发送链接的人',
  en: 'The link or the code is wrong, or this drop box is closed. Check both, or ask the person who sent you the link.',
}) {}

/** The drop box has taken as much as its owner allowed; which of the limits it was is the owner's business. */
export class DropBoxFullError extends domainError('DROP_BOX_FULL', answerCodes.notAllowed, {
  cn: '此收集文件夹已收满，不能再接收这个文件；请联系向您发送链接的人',
  en: 'This drop box has no room for this file. Ask the person who sent you the link.',
}) {}

/** Too many uploads of visitors are unfinished; some minutes later there is room. */
export class TooManyVisitorUploadsError extends DomainError {
  constructor() {
    super(
      'DROP_BOX_BUSY',
      answerCodes.notAllowed,
      {
        cn: `同时进行的上传过多（每个网络地址最多 ${limits.visitorUploadsPerAddress} 个），请等其他文件传完后重试`,
        en: `Too many uploads are under way (at most ${limits.visitorUploadsPerAddress} from one address). Wait for the others to finish, then try again.`,
      },
      {},
    );
  }
}

/** The platform does not let people without an account in. */
export class VisitorsOffError extends domainError('SHARE_VISITORS_OFF', answerCodes.notAllowed, {
  cn: '平台未开放免账号的收集文件夹，请联系管理员在平台设置中开启',
  en: 'The platform does not allow drop boxes without an account. Ask an administrator to allow them in the settings.',
}) {}

/** Only a link to a drop box has a code and an end, and gives nothing away. */
export class VisitorsNeedDropBoxLinkError extends domainError(
  'SHARE_VISITORS_NEED_LINK',
  answerCodes.invalid,
  {
    cn: '只有以链接分享的收集文件夹才能免账号提交；请选择一个文件夹，以链接方式分享为收集文件夹',
    en: 'Only a drop box that is shared by a link can be used without an account. Share one folder as a drop box by a link.',
  },
) {}
