import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/setting-definition.js';

const schema = z.object({ allowDownload: z.boolean(), userIds: z.array(z.string()) });

/**
 * The platform-wide download switch (spec part 2, Global download permission): on, everybody but these users may
 * download; off, only these. A user's own right is needed besides. Absent: on, for everybody.
 */
export const downloadSwitch = defineSetting({
  key: 'downloadSwitch',
  schema,
  initial: () => ({ allowDownload: true, userIds: [] }),
});

/** SQL: whether the switch lets `account` download. */
export const switchAllows = `coalesce(
    (SELECT (value ->> 'allowDownload')::boolean <> (value -> 'userIds' ? account.id::text)
     FROM setting WHERE key = '${downloadSwitch.key}'), true)`;
