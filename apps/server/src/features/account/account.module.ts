import { Module } from '@nestjs/common';
import { AccountController } from './account.controller.js';
import { AccountTasks } from './account.tasks.js';
import { CodeSender } from './code-sender.service.js';
import { ContactChangeService } from './contact-change.service.js';
import { NoticeMails } from './notice-mails/notice-mails.service.js';
import { NoticeMailTasks } from './notice-mails/notice-mails.tasks.js';
import { OwnPasswordService } from './own-password.service.js';
import { ProfileService } from './profile.service.js';
import { VerificationCodes } from './verification-codes.service.js';

/** What users see and change of their own account: profile, language, password, contacts. */
@Module({
  controllers: [AccountController],
  providers: [
    AccountTasks,
    CodeSender,
    ContactChangeService,
    NoticeMails,
    NoticeMailTasks,
    OwnPasswordService,
    ProfileService,
    VerificationCodes,
  ],
})
export class AccountModule {}
