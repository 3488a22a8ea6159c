/** Words of the log view. */
export const words = {
  following: 'Following the latest output',
  held: 'Scrolling paused',
  ended: 'End of output',
  cut: 'This output is long; only the end is shown. Download the log to see all of it.',
  lineCount_one: '{{count}} line',
  lineCount_other: '{{count}} lines',
  toNewest: 'Jump to latest',
  wrap: 'Wrap lines',
  search: 'Search',
  noHit: 'Not found',
  hits_one: '{{current}} of {{count}}',
  hits_other: '{{current}} of {{count}}',
  hitBefore: 'Previous match',
  hitAfter: 'Next match',
};
