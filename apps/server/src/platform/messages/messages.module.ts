import { Global, Module } from '@nestjs/common';
import { MailAndSms } from './mail-and-sms.service.js';

@Global()
@Module({ providers: [MailAndSms], exports: [MailAndSms] })
export class MessagesModule {}
