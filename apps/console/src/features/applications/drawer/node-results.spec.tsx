import { type ApplicationNode, endpoints, type HostApplication } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { NodeResults } from './node-results.js';

const application: HostApplication = {
  ...{ name: 'htop', version: '1.0', type: 'tools', description: '', kinds: ['compute'] },
  ...{ descriptions: { cn: '', en: '' }, installStatus: 0, message: '' },
  nodes: { online: 3, installed: 0, outdated: 0, failed: 0, working: 0 },
  targets: { install: 3, uninstall: 0, update: 0, retry: 0 },
};
const nodeOf = (
  nodeName: string,
  isOnHost: boolean | null,
  installedVersion: string | null = null,
): ApplicationNode => ({
  ...{ nodeId: `id-${nodeName}`, nodeName, kind: 'compute', online: true, installedVersion },
  ...{ isOnHost, runId: null, action: null, state: 'none', message: '', exitCode: null },
  ...{ mayStillRun: false, startedAt: null, endedAt: null, outputBytes: 0 },
});

it('tells what is on a host from what the platform put there', async () => {
  new FakeApi().on(endpoints.applications.nodes, [
    nodeOf('n1', null),
    nodeOf('n2', true),
    nodeOf('n3', false),
    nodeOf('n4', true, '1.0'),
    nodeOf('n5', false, '1.0'),
    nodeOf('n6', null, '1.0'),
    { ...nodeOf('n7', false, '1.0'), state: 'running' },
  ]);
  renderPage(<NodeResults application={application} started={null} />);
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')?.textContent;
  const note = /on the host/i;
  expect(await rowOf('n1')).not.toMatch(note);
  expect(await rowOf('n2')).toMatch(/On the host, not by the platform$/);
  expect(await rowOf('n3')).not.toMatch(note);
  expect(await rowOf('n4')).not.toMatch(note);
  expect(await rowOf('n5')).toMatch(/Installed, but its program is not on the host$/);
  expect(await rowOf('n6')).not.toMatch(note);
  // What is not there yet is being put there.
  expect(await rowOf('n7')).not.toMatch(note);
});
