import { Module } from '@nestjs/common';

/** Backups of the running platform, and restoring them. */
@Module({})
export class BackupsModule {}
