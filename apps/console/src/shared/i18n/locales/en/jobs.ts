/** Words of queues and jobs. */
export const jobs = {
  title: 'Jobs',
};
