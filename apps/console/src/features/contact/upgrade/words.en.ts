import { words as noticeWords } from '@clusterdesk/contracts/notice-words/en/upgrades';

/** Words of the upgrade. */
export const words = {
  ...noticeWords,
  title: 'Upgrade',
  currentVersion: 'Current version',
  latestVersion: 'Latest version',
  isLatest: 'Up to date',
  isUnknown: 'Not known',
  isNew: 'New version',
  notes: "What's new",
  command: 'How to upgrade',
  commandHint:
    'This platform was not started by npm start, so this page cannot upgrade it. An operator runs this where it is deployed:',
  copyCommand: 'Copy the command',
  check: 'Check for updates',
  checked: 'Checked. The latest version is {{version}}.',
  upgradeNow: 'Upgrade now',
  uploadBundle: 'Upload a bundle',
  confirmNow: 'Upgrade to {{version}}?',
  confirmFile: 'Upgrade with “{{file}}”?',
  confirmHint:
    'The platform is away for a short time. Jobs on other hosts go on, those on this host are stopped. The database is saved first; if the new version does not start, this version comes back with its database.',
  progress: 'Progress of the upgrade',
  upgradingTo: 'Upgrading to {{version}}',
  upgrading: 'Upgrading',
  phase_downloading: 'Receiving the bundle',
  phase_checking: 'Checking signature and contents',
  phase_saving: 'Backing up the database',
  phase_unpacking: 'Unpacking the new version',
  phase_switching:
    'Switching versions: the platform restarts, and this page goes on by itself when it is back',
  bytes: '{{done}} of {{total}}',
  done: 'Upgraded to {{version}}',
  doneHint: 'Reload the page when it offers to.',
  refused: 'The upgrade did not begin',
  returned: 'Returned to version {{version}}',
};
