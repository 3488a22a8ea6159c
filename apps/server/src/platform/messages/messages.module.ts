import { Global, Module } from '@nestjs/common';
import { Messenger } from './messenger.service.js';

@Global()
@Module({ providers: [Messenger], exports: [Messenger] })
export class MessagesModule {}
