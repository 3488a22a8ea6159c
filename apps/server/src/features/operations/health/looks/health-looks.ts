import type { Provider } from '@nestjs/common';
import { healthLookers, type HealthLooker } from '../health-look.js';
import { AgentHealth } from './agent-health.js';
import { BackupHealth } from './backup-health.js';
import { CertificateHealth } from './certificate-health.js';
import { DatabaseHealth } from './database-health.js';
import { DiskHealth } from './disk-health.js';
import { LicenceHealth } from './licence-health.js';
import { MailHealth } from './mail-health.js';
import { SettingHealth } from './setting-health.js';
import { TaskHealth } from './task-health.js';

/** Who looks. Another part of the platform is a class here and its names in the contract. */
const lookers = [
  DatabaseHealth,
  TaskHealth,
  DiskHealth,
  BackupHealth,
  AgentHealth,
  MailHealth,
  CertificateHealth,
  SettingHealth,
  LicenceHealth,
];

/** All lookers together, for `PlatformHealth`. */
export const healthProviders: Provider[] = [
  ...lookers,
  {
    provide: healthLookers,
    inject: lookers,
    useFactory: (...all: HealthLooker[]) => all,
  },
];
