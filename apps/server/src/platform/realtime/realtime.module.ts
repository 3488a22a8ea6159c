import { Global, Module } from '@nestjs/common';
import { Realtime } from './realtime.service.js';

@Global()
@Module({ providers: [Realtime], exports: [Realtime] })
export class RealtimeModule {}
