/** Broken rules about arrays of jobs, jobs after others, and saved scripts. */
const jobsFolder = 'apps/server/src/features/jobs';
const [chains, repository] = [
  `${jobsFolder}/chains/job-chains.service.ts`,
  `${jobsFolder}/chains/job-chain.repository.ts`,
];
const submission = `${jobsFolder}/submitting/job-submission.service.ts`;
const [saved, savedRows] = [
  `${jobsFolder}/saved/saved-scripts.service.ts`,
  `${jobsFolder}/saved/saved-script.repository.ts`,
];
const ofChains = [`${jobsFolder}/chains/job-chains.int.spec.ts`];
const ofSaved = [`${jobsFolder}/saved/saved-scripts.int.spec.ts`];

const mutation = (file, tests) => (name, rule, from, to) => ({ name, rule, file, from, to, tests });
const inChains = mutation(chains, ofChains);
const inRows = mutation(repository, ofChains);
const inSubmission = mutation(submission, ofChains);
const inSaved = mutation(saved, ofSaved);
const inSavedRows = mutation(savedRows, ofSaved);

export const chainsAndSaved = [
  inChains(
    'array-worst',
    'An array fails if one element did, whatever else others did.',
    "'FAILED', 'TIMEOUT', 'NODE_FAIL', 'CANCELLED'] as",
    "'CANCELLED', 'TIMEOUT', 'NODE_FAIL', 'FAILED'] as",
  ),
  inChains(
    'array-start',
    'An array has begun with its first element.',
    'array.startedAt ??= element.startedAt;',
    '',
  ),
  inChains(
    'array-first-start',
    'An array keeps its first start.',
    'array.startedAt ??= element.startedAt;',
    'array.startedAt = element.startedAt;',
  ),
  inChains(
    'array-cpu-time',
    'The CPU time of an array is that of all of its elements.',
    '(array.cpuSeconds ?? 0) + (element.cpuSeconds ?? 0)',
    'element.cpuSeconds',
  ),
  inChains(
    'array-stop-reason',
    'A stopped array that still runs says that it is being stopped.',
    'array.stopReason ??= reason;',
    '',
  ),
  inChains(
    'array-dependents',
    'The end of an array lets those go on that wait for it.',
    'return isDone ? this.settleDependents(manager, array) : [];',
    'return [];',
  ),
  inChains(
    'ended-dependent',
    'What was cancelled meanwhile does not come back when the job before it succeeds.',
    'if (dependent && !dependent.endedAt) {',
    'if (dependent) {',
  ),
  inChains(
    'given-up-notice',
    'The owner is told of a job that is given up.',
    `endJob(job, { status: 'CANCELLED', reason: 'AFTER_JOB_FAILED' });
    await this.announcer.notifyOwner(manager, job);`,
    "endJob(job, { status: 'CANCELLED', reason: 'AFTER_JOB_FAILED' });",
  ),
  inChains(
    'given-up-chain',
    'Those behind a job that is given up are given up, too.',
    'return [await manager.save(job), ...(await this.settleDependents(manager, job))];',
    'return [await manager.save(job)];',
  ),
  inChains(
    'access-of-waiting',
    'A job whose turn has come is held while its owner may not use the queue.',
    "return isGiven ? null : 'QUEUE_ACCESS_ENDED';",
    'return isGiven ? null : null;',
  ),
  inRows(
    'turns-count',
    'An element that waits for a place has its turn: the limit counts it.',
    "AND ${isOpen} AND held_reason IS DISTINCT FROM 'WAITS_FOR_TURN')",
    "AND status = 'RUNNING' AND held_reason IS DISTINCT FROM 'WAITS_FOR_TURN')",
  ),
  inRows(
    'turns-placed',
    'Elements that have their place count towards the limit when an array is released.',
    'waiting.place + placed.count > $3::int',
    'waiting.place > $3::int',
  ),
  inRows(
    'stopped-elements',
    'An element on its way to a node is told to stop, and not taken for ended.',
    'AND sent_at IS NULL AND NOT is_accepted`',
    '`',
  ),
  inRows(
    'after-own',
    'Nobody waits for the jobs of others.',
    'AND user_id = $2 AND array_id IS NULL',
    'AND $2::uuid IS NOT NULL AND array_id IS NULL',
  ),
  inRows(
    'after-element',
    'A job waits for a whole array, not for an element.',
    'AND user_id = $2 AND array_id IS NULL',
    'AND user_id = $2',
  ),
  inRows(
    'elements-page',
    'Elements are listed by their index.',
    ".orderBy('job.arrayIndex')",
    ".orderBy('job.arrayIndex', 'DESC')",
  ),
  inSubmission(
    'after-twice',
    'A job that is named twice is waited for once.',
    'const afterIds = [...new Set(afterJobIds)];',
    'const afterIds = [...afterJobIds];',
  ),
  inSubmission(
    'after-failed',
    'Nobody waits for a job that has failed already.',
    "!['PENDING', 'RUNNING', 'COMPLETED'].includes(status)",
    "!['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'].includes(status)",
  ),
  inSubmission(
    'after-done',
    'After a job that has succeeded nobody waits.',
    "if (awaited.every(({ status }) => status === 'COMPLETED')) {",
    'if (awaited.length === 0) {',
  ),
  inSubmission(
    'array-limit',
    'An array has no more elements under way than it says.',
    'arrayAtOnce: array.atOnce,',
    'arrayAtOnce: null,',
  ),
  inSaved(
    'saved-foreign',
    "Nobody opens a script that is not in one's list.",
    '(await this.list(caller)).find((one) => one.id === id)',
    '{ ...(await this.list(caller))[0]!, id }',
  ),
  inSaved(
    'saved-edit',
    'An author alone edits a script.',
    'if (script?.ownerId !== caller.userId) {',
    'if (!script) {',
  ),
  inSaved(
    'saved-removal',
    'A script is removed by its author or a system administrator alone.',
    'script.ownerId === caller.userId || caller.isSystemAdministrator',
    'script.jobName',
  ),
  inSaved(
    'saved-queue',
    'Who manages queues alone shares a script with one.',
    'if (added.length > 0 && !managesQueues(caller)) {',
    'if (added.length > 9 && !managesQueues(caller)) {',
  ),
  inSaved(
    'saved-project',
    'A manager of a project alone shares a script with it.',
    'await this.projects.lockAsManager(manager, caller, projectId);',
    'void projectId;',
  ),
  inSaved(
    'saved-most',
    'A user keeps no more scripts than the limit says.',
    '>= limits.savedScriptsMax) {',
    '> limits.savedScriptsMax) {',
  ),
  inSavedRows(
    'saved-deleted-project',
    'A deleted project shows its scripts to nobody.',
    'WHERE project.deleted_at IS NULL AND ($1',
    'WHERE ($1',
  ),
  inSavedRows(
    'saved-taken-away',
    'What a script is no longer shared with does not see it.',
    '${kind}_id <> ALL($2::uuid[])',
    '${kind}_id = ALL($2::uuid[])',
  ),
  inSavedRows(
    'saved-unshared',
    'What a user who leaves had shared stays.',
    'AND NOT EXISTS (SELECT FROM saved_script_queue WHERE script_id = saved.id)',
    '',
  ),
];
