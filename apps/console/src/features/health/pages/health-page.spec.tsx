import { endpoints, type HealthCheck } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { HealthPage } from './health-page.js';

const well: HealthCheck = {
  name: 'database',
  state: 'ok',
  reason: null,
  since: null,
  facts: { sizeBytes: 2048, oldestTransactionSeconds: 120 },
  version: '18.4',
};

it('puts what is bad first, in words, with figures in their units and what to do', async () => {
  new FakeApi().on(endpoints.health.report, {
    time: Date.now(),
    checks: [
      well,
      { ...well, name: 'mail', state: 'warning', reason: 'mailFailed', facts: {} },
      { ...well, name: 'workers', state: 'failed', reason: 'noWorker', facts: { workers: 0 } },
    ],
  });
  renderPage(<HealthPage />);
  await screen.findByText('1 part has failed: act now.');
  const cards = screen.getAllByRole('article');
  expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual([
    'Workers',
    'Mail',
    'Database',
  ]);
  const [workers, , database] = cards.map((card) => within(card));
  workers?.getByText('Failed');
  workers?.getByText(/Start a worker/);
  database?.getByText('OK');
  database?.getByText('18.4');
  database?.getByText(/^2(\.0+)? Ki?B$/);
  database?.getByText(/2 min/);
});

it('says that all is well', async () => {
  new FakeApi().on(endpoints.health.report, { time: Date.now(), checks: [well] });
  renderPage(<HealthPage />);
  await screen.findByText('All parts of the platform are working.');
});
