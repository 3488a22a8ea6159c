import { endpoints, type UserDetail } from '@clusterdesk/contracts';
import { call } from '../../../../shared/api/call.js';
import { isEmail, isMobile } from '../../form-rules.js';
import { maskEmail, maskMobile } from '../mask.js';

/** One of the two contacts of a user, and all that is special to it. */
export interface Channel {
  name: 'mobile' | 'email';
  current: (user: UserDetail) => string | null;
  mask: (contact: string) => string;
  isValid: (contact: string) => boolean;
  send: (contact: string) => Promise<unknown>;
  check: (code: string) => Promise<unknown>;
  save: (contact: string, code: string, userId: string) => Promise<unknown>;
  texts: {
    title: 'changeMobile' | 'changeEmail';
    verifyOld: 'verifyOldMobile' | 'verifyOldEmail';
    enterNew: 'enterNewMobile' | 'enterNewEmail';
    current: 'currentMobile' | 'currentEmail';
    fresh: 'newMobile' | 'newEmail';
    required: 'mobileRequired' | 'emailRequired';
    rule: 'mobileRule' | 'emailRule';
    done: 'mobileDone' | 'emailDone';
  };
}

const account = endpoints.account;

export const mobileChannel: Channel = {
  name: 'mobile',
  current: (user) => user.mobile,
  mask: maskMobile,
  isValid: isMobile,
  send: (mobile) => call(account.sendMobileCode, { mobile }),
  check: (code) => call(account.checkCode, { code, type: 1 }),
  save: (mobile, code, userId) => call(account.saveMobile, { mobile, code, userId }),
  texts: {
    title: 'changeMobile',
    verifyOld: 'verifyOldMobile',
    enterNew: 'enterNewMobile',
    current: 'currentMobile',
    fresh: 'newMobile',
    required: 'mobileRequired',
    rule: 'mobileRule',
    done: 'mobileDone',
  },
};

export const emailChannel: Channel = {
  name: 'email',
  current: (user) => user.email,
  mask: maskEmail,
  isValid: isEmail,
  send: (email) => call(account.sendEmailCode, { email }),
  check: (code) => call(account.checkCode, { code, type: 2 }),
  save: (email, code, userId) => call(account.saveEmail, { email, code, userId }),
  texts: {
    title: 'changeEmail',
    verifyOld: 'verifyOldEmail',
    enterNew: 'enterNewEmail',
    current: 'currentEmail',
    fresh: 'newEmail',
    required: 'emailRequired',
    rule: 'emailRule',
    done: 'emailDone',
  },
};
