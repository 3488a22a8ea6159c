import { Global, Module } from '@nestjs/common';
import { Hooks } from './hooks.service.js';

@Global()
@Module({ providers: [Hooks], exports: [Hooks] })
export class HooksModule {}
