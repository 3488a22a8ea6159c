/** Broken rules about who may do what. */
const features = 'apps/server/src/features';

export const rights = [
  {
    name: 'page-permission',
    rule: 'A signed-in user without any permission of a call does not get through.',
    file: 'apps/server/src/platform/http/access/access.guard.ts',
    from: 'if (!isAllowed(endpoint.access, caller)) {',
    to: 'if (!caller && !isAllowed(endpoint.access, caller)) {',
    tests: [`${features}/jobs/job-requests.int.spec.ts`, 'tests/contract/access.test.ts'],
  },
  {
    name: 'project-switches',
    rule: 'Who may not view an entry of a project cannot download it either.',
    file: `${features}/projects/permission/decide-permission.ts`,
    from: 'download: view === true && download === true,',
    to: 'download: download === true,',
    tests: [`${features}/projects/permission/decide-permission.spec.ts`],
  },
  {
    name: 'unsettled',
    rule: 'What an operation covers that is not settled is closed for all but managers.',
    file: `${features}/projects/permission/project-permissions.service.ts`,
    from: "return asker.standing !== 'manager' && unsettled.has(at) ? closed(decision) : decision;",
    to: "return asker.standing === 'other' && unsettled.has(at) ? closed(decision) : decision;",
    tests: [`${features}/projects/space/deaths.int.spec.ts`],
  },
  {
    name: 'made-by-another',
    rule: 'Who asks for a folder that another has made in the same moment has not put it there.',
    file: 'apps/server/src/platform/file-space/placing/folder-making.ts',
    from: `      if (!isErrno(error, 'EEXIST')) {
        throw error;
      }`,
    to: `      if (!isErrno(error, 'EEXIST')) {
        throw error;
      }
      onMade?.({ path: joinPath(dir, name), identity: identityOf(await folder.lstatExact(name)) });`,
    tests: ['apps/server/src/platform/file-space/placing/folder-making.spec.ts'],
  },
  {
    name: 'back-from-the-trash',
    rule: 'What comes back from the trash gives nobody a right that it did not give there.',
    file: `${features}/projects/space/project-observer.service.ts`,
    from: 'if (both !== switches) {',
    to: 'if (both > switches) {',
    tests: [`${features}/projects/space/project-observer.int.spec.ts`],
  },
  {
    name: 'share-end',
    rule: 'After its end nobody opens a share, whoever had received it.',
    file: `${features}/shares/space/share-space-provider.service.ts`,
    from: 'isExpired(share, new Date()) ||',
    to: '(isExpired(share, new Date()) && !share.isReceiver) ||',
    tests: [
      `${features}/shares/content/share-ends.int.spec.ts`,
      `${features}/shares/content/share-access.int.spec.ts`,
      `${features}/shares/share-access.int.spec.ts`,
    ],
  },
  {
    name: 'share-code',
    rule: 'The lock after ten wrong codes of a link lasts its full time from the last of them.',
    file: `${features}/shares/links/code-guesses.service.ts`,
    from: 'if (byShare >= ofShare.points) {',
    to: 'if (byShare > ofShare.points) {',
    tests: [`${features}/shares/links/share-links.int.spec.ts`],
  },
  {
    name: 'session-end',
    rule: 'A user ends sessions of their own only.',
    file: `${features}/sessions/session.service.ts`,
    from: 'existsBy({ id, userId: caller.userId })',
    to: 'existsBy({ id })',
    tests: ['tests/attack/foreign-ids.test.ts'],
  },
  {
    name: 'upload-owner',
    rule: 'Nobody sees, continues or cancels the upload of another user.',
    file: `${features}/uploads/upload.service.ts`,
    from: 'if (upload?.userId !== caller.userId) {',
    to: 'if (!upload) {',
    tests: [`${features}/uploads/upload-refusals.int.spec.ts`],
  },
  {
    name: 'access-version',
    rule: 'Saved switches raise the version of their project, by which packages and running downloads are known to be allowed.',
    file: 'apps/server/src/features/projects/permission/permission-settings.service.ts',
    from: 'await this.projects.raiseVersion(manager, projectId);',
    to: 'if (permission === null) { await this.projects.raiseVersion(manager, projectId); }',
    tests: ['apps/server/src/features/downloads/running-downloads.int.spec.ts'],
  },
  {
    name: 'stored-paths-of-folders',
    rule: 'What is stored of many entries is decided by the folders above them, too.',
    file: 'apps/server/src/features/projects/permission/project-entries.repository.ts',
    from: 'coalesce(own.switches, known.switches),\n           CASE',
    to: 'coalesce(own.switches, $5::integer),\n           CASE',
    tests: ['apps/server/src/features/projects/permission/stored-paths.int.spec.ts'],
  },
];
