import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/setting-definition.js';

/**
 * Whether people without an account add files to the drop boxes that their owners opened to them. While it is off these are closed:
 * what is being added ends, and they are open again when it is on.
 */
export const visitorDropBoxes = defineSetting({
  key: 'visitorDropBoxes',
  schema: z.boolean(),
  initial: () => false,
  page: { kind: 'boolean' },
});
