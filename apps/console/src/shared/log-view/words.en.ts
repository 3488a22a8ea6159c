/** Words of the log view. */
export const words = {
  following: 'Following the newest output',
  held: 'Scrolling paused',
  ended: 'End of output',
  cut: 'This output is long; only its end is shown. Download the log for all of it.',
  lineCount_one: '{{count}} line',
  lineCount_other: '{{count}} lines',
  toNewest: 'Jump to latest',
  wrap: 'Wrap lines',
  search: 'Find',
  noHit: 'Not found',
  hits_one: '{{current}} of {{count}}',
  hits_other: '{{current}} of {{count}}',
  hitBefore: 'Previous match',
  hitAfter: 'Next match',
};
