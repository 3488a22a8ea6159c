import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { WindowsNameError } from '../../../platform/file-space/file-space.errors.js';
import { isWindowsName } from '../../../platform/file-space/windows-names.js';
import { defineSetting } from '../../../platform/settings/setting-definition.js';
import { Settings } from '../../../platform/settings/settings.service.js';

/** Whether people may not give names that Windows cannot hold; names that are there already, and those of jobs, stay. */
export const refuseWindowsNames = defineSetting({
  key: 'refuseWindowsNames',
  schema: z.boolean(),
  initial: () => false,
  page: { kind: 'boolean' },
});

/** What the settings say about names that people give, beyond the rule for every name. */
@Injectable()
export class NewNames {
  constructor(private readonly settings: Settings) {}

  /** @throws WindowsNameError */
  async check(names: readonly string[]): Promise<void> {
    (await this.rule())(names);
  }

  /** The same for many, each by itself. */
  async rule(): Promise<(names: readonly string[]) => void> {
    const isStrict = await this.settings.get(refuseWindowsNames);
    return (names) => {
      const refused = isStrict ? names.find((name) => !isWindowsName(name)) : undefined;
      if (refused !== undefined) {
        throw new WindowsNameError(refused);
      }
    };
  }
}
