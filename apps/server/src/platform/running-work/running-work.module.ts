import { Global, Module } from '@nestjs/common';
import { RunningWork } from './running-work.service.js';

@Global()
@Module({ providers: [RunningWork], exports: [RunningWork] })
export class RunningWorkModule {}
