import { Module } from '@nestjs/common';
import { AccountTasks } from './account.tasks.js';
import { CodeSender } from './code-sender.service.js';
import { ContactChangeService } from './contact-change.service.js';
import { ContactController } from './contact.controller.js';
import { OwnPasswordService } from './own-password.service.js';
import { ProfileController } from './profile.controller.js';
import { ProfileService } from './profile.service.js';
import { VerificationCodes } from './verification-codes.service.js';

/** What people see and change of themselves: profile, language, password, contacts. */
@Module({
  controllers: [ProfileController, ContactController],
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
