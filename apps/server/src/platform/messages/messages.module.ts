import { Global, Module } from '@nestjs/common';
import { DeliveryOutcomes } from './delivery-outcomes.service.js';
import { MailAndSms } from './mail-and-sms.service.js';

@Global()
@Module({ providers: [DeliveryOutcomes, MailAndSms], exports: [DeliveryOutcomes, MailAndSms] })
export class MessagesModule {}
