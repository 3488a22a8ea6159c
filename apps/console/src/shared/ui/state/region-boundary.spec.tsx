import { expect, it, jest } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { render, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { platformBuild } from '../../lib/connection/platform-build.js';
import { FakeApi } from '../../testing/fake-api.js';
import { RegionBoundary } from './region-boundary.js';

// Specs run in no build.
Object.assign(platformBuild, { own: 'b1' });

const failure = new TypeError('no such file: /home/li/salaries.csv');
failure.stack = `TypeError: no such file: /home/li/salaries.csv
    at x (https://desk.example.org/assets/my-files-B1a_.js:1:2345)
    at div`;
function Broken(): ReactNode {
  throw failure;
}

it('keeps a failure to its region and tells the server where it was, a few times and nothing of what people wrote', async () => {
  const api = new FakeApi();
  api.on(endpoints.operations.reportFailure, null);
  jest.spyOn(console, 'error').mockReturnValue();
  localStorage.clear();
  const show = (): void => {
    const { unmount } = render(
      <>
        <RegionBoundary fallback={() => 'this region failed, '}>
          <Broken />
        </RegionBoundary>
        the others go on
      </>,
    );
    expect(document.body.textContent).toBe('this region failed, the others go on');
    unmount();
  };
  const reports = (): unknown[] =>
    api.callsOf(endpoints.operations.reportFailure).map(({ input }) => input);
  show();
  // Strangers tell nothing.
  expect(reports()).toEqual([]);
  localStorage.setItem('token', 'secret');
  Array.from({ length: 7 }, show);
  const place = 'my-files-B1a_.js:1:2345';
  const report = { buildId: 'b1', kind: 'TypeError', thrownAt: [place], drawnBy: [] };
  await waitFor(() => expect(reports()).toEqual(Array(5).fill(report)));
});
