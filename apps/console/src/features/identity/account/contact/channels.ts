import { emailSchema, endpoints, mobileSchema, type UserDetail } from '@clusterdesk/contracts';
import type { z } from 'zod';
import { callWithMessage, type ApiResponse } from '../../../../shared/api/call.js';
import { maskEmail, maskMobile } from '../mask.js';

/** One of the two contacts of a user, and all that is special to it. */
export interface Channel {
  name: 'mobile' | 'email';
  current: (user: UserDetail) => string | null;
  mask: (contact: string) => string;
  schema: z.ZodType;
  send: (contact: string) => Promise<ApiResponse<{ isSent: boolean }>>;
  check: (code: string) => Promise<ApiResponse<null>>;
  save: (contact: string, code: string, userId: string) => Promise<ApiResponse<null>>;
  texts: {
    title: 'changeMobile' | 'changeEmail';
    verifyOld: 'verifyOldMobile' | 'verifyOldEmail';
    enterNew: 'enterNewMobile' | 'enterNewEmail';
    current: 'currentMobile' | 'currentEmail';
    fresh: 'newMobile' | 'newEmail';
    required: 'mobileRequired' | 'emailRequired';
    done: 'mobileDone' | 'emailDone';
    nothingSends: 'noMobileCodes' | 'noEmailCodes';
  };
}

const account = endpoints.account;

export const mobileChannel: Channel = {
  name: 'mobile',
  current: (user) => user.mobile,
  mask: maskMobile,
  schema: mobileSchema,
  send: (mobile) => callWithMessage(account.sendMobileCode, { mobile }),
  check: (code) => callWithMessage(account.checkCode, { code, type: 1 }),
  save: (mobile, code, userId) => callWithMessage(account.saveMobile, { mobile, code, userId }),
  texts: {
    title: 'changeMobile',
    verifyOld: 'verifyOldMobile',
    enterNew: 'enterNewMobile',
    current: 'currentMobile',
    fresh: 'newMobile',
    required: 'mobileRequired',
    done: 'mobileDone',
    nothingSends: 'noMobileCodes',
  },
};

export const emailChannel: Channel = {
  name: 'email',
  current: (user) => user.email,
  mask: maskEmail,
  schema: emailSchema,
  send: (email) => callWithMessage(account.sendEmailCode, { email }),
  check: (code) => callWithMessage(account.checkCode, { code, type: 2 }),
  save: (email, code, userId) => callWithMessage(account.saveEmail, { email, code, userId }),
  texts: {
    title: 'changeEmail',
    verifyOld: 'verifyOldEmail',
    enterNew: 'enterNewEmail',
    current: 'currentEmail',
    fresh: 'newEmail',
    required: 'emailRequired',
    done: 'emailDone',
    nothingSends: 'noEmailCodes',
  },
};
