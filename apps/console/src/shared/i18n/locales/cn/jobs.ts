/** Words of queues and jobs. */
export const jobs = {
  title: '任务管理',
};
