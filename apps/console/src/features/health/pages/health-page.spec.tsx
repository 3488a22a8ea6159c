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
  brokenSettings: [],
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

it('names the settings whose stored values are not allowed, what counts instead, and where to set them', async () => {
  new FakeApi().on(endpoints.health.report, {
    time: Date.now(),
    checks: [
      {
        ...{ ...well, name: 'settings', state: 'failed', reason: 'settingsUnusable', version: '' },
        facts: { brokenValues: 2 },
        brokenSettings: [
          { key: 'trashDays', kind: 'days', inUse: 30 },
          { key: 'operations.installationId', kind: null, inUse: null },
        ],
      },
      {
        ...{ ...well, name: 'licence', state: 'warning', reason: 'licenceEnds', version: '' },
        facts: { endTime: Date.UTC(2199, 11, 31, 12), daysLeft: 12 },
      },
    ],
  });
  renderPage(<HealthPage />);
  const settings = within(await screen.findByRole('article', { name: 'Settings' }));
  settings.getByText('Trash is kept for');
  settings.getByText('in use: 30 days');
  settings.getByText('operations.installationId');
  settings.getByText('nothing counts in its place');
  const link = settings.getByRole('link', { name: 'Open the settings' });
  expect(link.getAttribute('href')).toBe('/systemeManagement?tab=values');
  const licence = within(screen.getByRole('article', { name: 'License' }));
  licence.getByText(/^2199-12-31/);
  licence.getByText('12');
  licence.getByText(/Upload a newer license/);
  licence.getByRole('link', { name: 'Open the license' });
});
