import { answerCodes } from '@clusterdesk/contracts';
import { DomainError } from '../../../platform/http/domain-error.js';

/** One answer for an unknown id, a wrong code, and a link that is over: it says nothing about ids. */
export class ShareLinkWrongError extends DomainError {
  constructor() {
    super('SHARE_LINK_WRONG', answerCodes.notFound, {
      cn: '链接或提取码错误，或分享已结束，请核对后重试或联系分享者',
      en: 'The link or its code is wrong, or the share is over. Check both, or ask whoever shared it.',
    });
  }
}
