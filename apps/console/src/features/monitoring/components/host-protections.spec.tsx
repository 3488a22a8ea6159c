import { describe, expect, test } from '@jest/globals';
import { jobProtections } from '@clusterdesk/contracts';
import { screen, within } from '@testing-library/react';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { HostProtections } from './host-protections.js';

const host = { hostname: 'calc-01' };

describe('the protections of jobs on a host', () => {
  test('are one figure on its card, and sentences when it is pressed', async () => {
    const held = jobProtections.filter((name) => name !== 'network' && name !== 'memory');
    const { user } = renderPage(<HostProtections host={host} held={held} />);
    const shield = await screen.findByRole('button', {
      name: 'Protection 8/10 of jobs on calc-01',
    });
    expect(shield.textContent).toBe('Protection 8/10');

    await user.click(shield);
    const dialog = await screen.findByRole('dialog');
    const lines = within(dialog).getAllByRole('listitem');
    expect(lines).toHaveLength(10);
    // What somebody may have to do comes first, with what would bring it.
    expect(lines[0]?.textContent).toMatch(/^Separate network ?Not in effect.*slirp4netns/);
    expect(lines[1]?.textContent).toMatch(
      /^Memory limit ?Not in effect.*Delegate=yes and DelegateSubgroup=agent/,
    );
    expect(within(lines[2]!).queryByText('Missing')).toBeNull();
    expect(lines[2]?.textContent).not.toContain('To get it');
    expect(await findA11yFaults(dialog)).toEqual([]);
  });

  test('that all hold are said in one sentence', async () => {
    const { user } = renderPage(<HostProtections host={host} held={jobProtections} />);
    await user.click(await screen.findByRole('button'));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(/^All protections are in effect \(10\)/);
    expect(within(dialog).queryByText('Missing')).toBeNull();
  });
});
