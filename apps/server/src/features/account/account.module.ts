import { Module } from '@nestjs/common';
import { AccountController } from './account.controller.js';
import { AccountTasks } from './account.tasks.js';
import { CodeSender } from './code-sender.service.js';
import { ContactChangeService } from './contact-change.service.js';
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
    OwnPasswordService,
    ProfileService,
    VerificationCodes,
  ],
})
export class AccountModule {}
