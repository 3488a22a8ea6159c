/** Words of nodes and monitoring. */
export const cluster = {
  title: '平台监控',
};
