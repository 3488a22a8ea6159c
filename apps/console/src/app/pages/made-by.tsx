import { jobs } from '../../features/jobs/feature.js';
import { addWords } from '../../shared/i18n/i18n.js';
import { lazyComponent } from '../../shared/ui/lazy-component.js';

/** Which job made a file: for the details of files, whose pages do not bring it. */
export const MadeBy = lazyComponent(async () => {
  const [code] = await Promise.all([
    import('../../features/jobs/files/made-by.js'),
    // Not by `withWords`, which knows all pages: these are among them.
    addWords('jobs', jobs.words.jobs),
  ]);
  return code.MadeBy;
});
