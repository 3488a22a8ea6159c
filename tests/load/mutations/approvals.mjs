/** Broken rules about downloads that somebody must approve. */
const approvalsFolder = 'apps/server/src/features/approvals';

export const approvals = [
  {
    name: 'decided-by-manager',
    rule: 'Who is no manager of a project any more in the moment of the decision does not decide.',
    file: `${approvalsFolder}/deciding/application-review.service.ts`,
    from: `const project = await this.gate.lockAsManager(manager, caller, projectId);
      const application = await this.lock(manager, id);
      if (application.userId === caller.userId) {`,
    to: `const project = await this.gate.lock(manager, caller, projectId);
      const application = await this.lock(manager, id);
      if (application.userId === caller.userId) {`,
    tests: [`${approvalsFolder}/space/approval-ends.int.spec.ts`],
  },
  {
    name: 'own-application',
    rule: 'Nobody decides on an application of their own, however few approvers it needs.',
    file: `${approvalsFolder}/deciding/application-review.service.ts`,
    from: 'if (application.userId === caller.userId) {',
    to: 'if (application.userId === caller.userId && project.approversNeeded > 1) {',
    tests: [`${approvalsFolder}/space/approval-ends.int.spec.ts`],
  },
  {
    name: 'two-people',
    rule: 'One person who says yes twice is not two.',
    file: `${approvalsFolder}/approval.policy.ts`,
    from: 'return new Set(yeses).size;',
    to: 'return yeses.length;',
    tests: [`${approvalsFolder}/deciding/two-people.int.spec.ts`],
  },
  {
    name: 'two-people-downloads',
    rule: 'Where two people decide about downloads, only the owner lets more people download.',
    file: 'apps/server/src/features/projects/project.policy.ts',
    from: 'return approversNeeded < 2 || userId === ownerId;',
    to: 'return approversNeeded < 2 || userId !== ownerId || userId === ownerId;',
    tests: [`${approvalsFolder}/deciding/two-people.int.spec.ts`],
  },
  {
    name: 'approval-expiry',
    rule: 'A link to approved content gives nothing once the time of the approval is over.',
    file: `${approvalsFolder}/space/approval-space-provider.service.ts`,
    from: 'if (application?.userId !== user.userId || !isGranted(application, new Date())) {',
    to: 'if (application?.userId !== user.userId || application.status !== 1) {',
    tests: [`${approvalsFolder}/space/approval-ends.int.spec.ts`],
  },
  {
    name: 'revoked-after-use',
    rule: 'An approval of which something was taken cannot be revoked.',
    file: `${approvalsFolder}/deciding/application-review.service.ts`,
    from: 'if (!isGranted(application, new Date()) || application.usedAt !== null) {',
    to: 'if (!isGranted(application, new Date())) {',
    tests: [`${approvalsFolder}/approval.int.spec.ts`],
  },
  {
    name: 'swapped-content',
    rule: 'What was written into an approved file after its link was made is not sent.',
    file: 'apps/server/src/features/downloads/download.service.ts',
    from: 'await assertPinned(handle, file);',
    to: 'await assertSameFile(handle, file);',
    tests: [
      `${approvalsFolder}/space/approval-ends.int.spec.ts`,
      `${approvalsFolder}/approval.int.spec.ts`,
    ],
  },
];
