import type { Enrolment } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { EnrolmentPanel } from './enrolment-panel.js';

const commandFor = (origin: string) => ({ origin, command: `curl '${origin}' | sudo sh` });
const show = (enrolment: Partial<Enrolment>) =>
  renderPage(
    <EnrolmentPanel
      enrolment={{
        ...commandFor('https://hpc.example'),
        id: 'n1',
        isOriginGuessed: false,
        others: [],
        expiresAt: '2026-01-01 00:00:00',
        ...enrolment,
      }}
      isConnected={false}
      hostname={null}
    />,
  );
const command = (): string | null => screen.getByLabelText('Enrollment command').textContent;

it('says nothing of an address that is known', () => {
  show({});
  expect(command()).toBe("curl 'https://hpc.example' | sudo sh");
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('radiogroup')).toBeNull();
});

it('warns of an address that is guessed, and lets one choose where there are several', async () => {
  const { user, container } = show({
    ...commandFor('http://192.168.1.5:3000'),
    isOriginGuessed: true,
    others: [commandFor('http://10.0.0.5:3000')],
  });
  expect(screen.getByRole('alert').textContent).toContain(
    'Check that the host reaches the platform at http://192.168.1.5:3000',
  );
  expect(command()).toBe("curl 'http://192.168.1.5:3000' | sudo sh");
  await user.click(screen.getByRole('radio', { name: 'http://10.0.0.5:3000' }));
  expect(command()).toBe("curl 'http://10.0.0.5:3000' | sudo sh");
  screen.getByText(/platform at http:\/\/10\.0\.0\.5:3000/);
  expect(await findA11yFaults(container)).toEqual([]);
});
