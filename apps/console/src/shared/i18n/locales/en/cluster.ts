/** Words of nodes and monitoring. */
export const cluster = {
  title: 'Platform monitoring',
};
