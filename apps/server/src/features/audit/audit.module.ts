import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuditInterceptor } from './audit.interceptor.js';

/** The log of every changing call. */
@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: AuditInterceptor }] })
export class AuditModule {}
