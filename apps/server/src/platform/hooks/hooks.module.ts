import { Global, Module } from '@nestjs/common';
import { AfterRestoring } from './after-restoring.js';
import { Hooks } from './hooks.service.js';

@Global()
@Module({ providers: [AfterRestoring, Hooks], exports: [AfterRestoring, Hooks] })
export class HooksModule {}
