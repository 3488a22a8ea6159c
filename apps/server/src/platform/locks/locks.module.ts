import { Global, Module } from '@nestjs/common';
import { SessionLocks } from './session-locks.service.js';
import { SharedTurns } from './shared-turns.service.js';

/** What holds over all processes while this one lives. */
@Global()
@Module({ providers: [SessionLocks, SharedTurns], exports: [SessionLocks, SharedTurns] })
export class LocksModule {}
