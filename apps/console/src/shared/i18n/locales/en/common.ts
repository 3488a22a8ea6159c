/** Words that several features use. */
export const common = {
  productName: 'ClusterDesk',
  productTitle: 'ClusterDesk',
  confirm: 'Confirm',
  cancel: 'Cancel',
  close: 'Close',
  back: 'Back',
  retry: 'Try again',
  search: 'Search',
  loading: 'Loading',
  requestId: 'Request id {{id}}',
  copied: 'Copied',
  failed: 'It did not work',
  loadFailed: 'This could not be loaded',
  serverAway: 'The server cannot be reached. Check the network and try again.',
  unreadableAnswer:
    'The server gave no usable answer. Try again later; if it keeps happening, tell your administrator the request id.',
  pageBroken: 'This page has failed',
  pageBrokenHint: 'Reload the page; if it keeps happening, ask your administrator.',
  reload: 'Reload',
  notBuiltTitle: 'This page is not built yet',
  notBuiltHint:
    '“{{name}}” comes with a later version. The other pages are there to use meanwhile.',
  notBuiltHintPlain: 'This comes with a later version. The other pages are there to use meanwhile.',
  toWorkbench: 'Go to the workbench',
  discontinuedTitle: 'This is no longer offered',
  discontinuedHint:
    'The old function behind this address is gone. Choose another one from the workbench.',
  selectAll: 'Select all',
  selectRow: 'Select {{name}}',
  overOneTerabyte: 'Over 1 TB',
  total: '{{count}} in all',
};
