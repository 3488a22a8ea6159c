import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** Forms that begin with values of their own: for something new, or from the address, the draft, the row that was pressed. */
const ownBeginnings = [
  // Draws its form itself, with the first values of its source.
  'features/contact/copyright/branding-card.tsx',
  'features/identity/menus/menu-form.tsx',
  'features/jobs/form/job-form.tsx',
  'features/jobs/graphs/form/new-graph-page.tsx',
  // With the job that ran before.
  'features/jobs/graphs/rerun-dialog.tsx',
  'features/jobs/queues/queue-form.tsx',
  // With the job on the page behind it, or with a template that its author alone edits.
  'features/jobs/templates/saving/save-template.tsx',
  'features/nodes/desktops/desktop-edit-page.tsx',
  // The list of settings, of which it sends those that were changed.
  'features/settings/values/setting-values.tsx',
  // Of its one value it sends a change only.
  'features/shares/list/extend-dialog.tsx',
  'features/shares/received/redeem/redeem-dialog.tsx',
  'features/shares/setup/share-setup-form.tsx',
];

/** These fill in a field that is still empty. */
const fillers = [
  'features/identity/users/one/new-user-form.tsx',
  // Takes a saved value over, and puts the default in its place when asked.
  'features/settings/values/setting-values.tsx',
  'features/shares/received/redeem/redeem-dialog.tsx',
];

const filesWith = (pattern: RegExp): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(app|features)\/.*\.tsx$/.test(file))
    .filter((file) => !file.includes('.spec.') && !file.includes('development/'))
    .filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
    .sort();

it('a form that changes something begins with what `useFormSource` was answered', () => {
  expect(filesWith(/\binitialValues=/)).toEqual(ownBeginnings);
  expect(filesWith(/\bsetFieldsValue\(/)).toEqual(fillers);
  expect(filesWith(/\bsource=\{/).length).toBeGreaterThan(10);
});
