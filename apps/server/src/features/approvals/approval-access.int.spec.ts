import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import {
  accessCodes,
  SpecProjectAccess,
  type AccessRow,
} from '@clusterdesk/tests/features/project-access-fixture.js';

const { approvals } = endpoints;

let access: SpecProjectAccess;

beforeAll(async () => {
  access = await SpecProjectAccess.open({ hasApplications: true });
});
afterAll(() => access.platform.close());

/** For who applied and who decides. */
const concerned = [200, 200, 404, 200, 404, 403, 401];
/** For who decides; who applied may see it and not do it. */
const deciders = [200, 200, 404, 403, 404, 403, 401];
/** For who applied. */
const applicant = [404, 404, 404, 200, 404, 403, 401];

const calls: Record<string, AccessRow> = {
  apply: [
    approvals.add,
    () => ({ project: { id: access.projectId }, paths: ['/theirs.txt'] }),
    [409, 409, 200, 200, 404, 403, 401],
  ],
  applications: [approvals.list, () => ({ me: '3' }), accessCodes.own],
  'application of the member': [approvals.detail, () => ({ id: access.applicationId }), concerned],
  'its files': [approvals.files, () => ({ id: access.applicationId }), concerned],
  'a checksum of it': [
    approvals.checksum,
    () => ({ id: access.applicationId, path: '/theirs.txt' }),
    deciders,
  ],
  approve: [approvals.agree, () => ({ id: access.applicationId, status: '1' }), deciders],
  reject: [approvals.agree, () => ({ id: access.applicationId, status: '2' }), deciders],
  revoke: [approvals.revoke, () => ({ id: access.approvedId }), deciders],
  withdraw: [approvals.withdraw, () => ({ id: access.applicationId }), applicant],
  'download what was approved': [approvals.download, () => ({ id: access.approvedId }), applicant],
};

describe('who may and who may not', () => {
  it.each(Object.entries(calls))('%s', async (_, row) => {
    expect(await access.codesOfRow(row)).toEqual(row[2]);
  });

  it('is tested for every call of approvals', () => {
    const tested = new Set(Object.values(calls).map(([{ path }]) => path));
    const declared = Object.values(approvals).map(({ path }) => path);
    expect([...tested].sort()).toEqual(declared.sort());
  });
});
