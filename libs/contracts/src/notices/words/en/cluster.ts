/** What notices of hosts and desktops say, and names in them that pages show, too. */
export const words = {
  notificationCloned: 'Several hosts are using the credentials of the node {{name}}',
  notificationClonedHosts: '{{hosts}}. Enroll one of them again; until then the node gets no jobs.',
  notificationDesktopAssigned: 'You can now use the desktop {{name}}',
  notificationDesktopMoved: 'The address of the desktop {{name}} has changed',
  notificationDesktopAddress:
    'It now opens at {{url}}. If you did not expect this, ask an administrator.',
  notificationDesktopNowhere: 'It cannot be opened at the moment.',
  notificationHostsMore_one: '{{names}} and {{count}} more',
  notificationHostsMore_other: '{{names}} and {{count}} more',
  notificationMinutes_one: '{{count}} minute',
  notificationMinutes_other: '{{count}} minutes',
  notificationMean: '{{value}}% on average',
  notificationBegan_cpu: '{{hosts}}: CPU above {{percent}}% for {{minutes}}',
  notificationBegan_memory: '{{hosts}}: memory above {{percent}}% for {{minutes}}',
  notificationBegan_offline: '{{hosts}}: offline for {{minutes}}',
  notificationBegan_disk: '{{hosts}}: a disk is failing. Back up its data and check the disk',
  notificationAnother_disk:
    '{{hosts}}: another disk is failing. Back up its data and check the disk',
  notificationDisks: 'Failing disks: {{disks}}',
  notificationRecovered_cpu: '{{hosts}}: CPU no longer above {{percent}}%',
  notificationRecovered_memory: '{{hosts}}: memory no longer above {{percent}}%',
  notificationRecovered_offline: '{{hosts}}: online again',
  notificationRecovered_disk: '{{hosts}}: no disk is failing now',
  notificationUnwatched_cpu: '{{hosts}}: CPU alert closed because the host is no longer monitored',
  notificationUnwatched_memory:
    '{{hosts}}: memory alert closed because the host is no longer monitored',
  notificationUnwatched_offline:
    '{{hosts}}: offline alert closed because the host is no longer monitored',
  notificationUnwatched_disk:
    '{{hosts}}: disk alert closed because the host is no longer monitored',
};
