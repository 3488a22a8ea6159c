import { Global, Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Installation } from './installation.service.js';
import { timeZone } from './platform.settings.js';
import { Settings } from './settings.service.js';

/** Nest waits for it before anything serves or runs. */
const startSettings = {
  provide: Symbol('settings that hold from the start on'),
  inject: [Config, Settings],
  useFactory: async (config: Config, settings: Settings): Promise<void> => {
    config.timeZone = await settings.get(timeZone);
  },
};

@Global()
@Module({ providers: [Settings, Installation, startSettings], exports: [Settings, Installation] })
export class SettingsModule {}
