/** Words of the contact page. */
export const words = {
  title: '联系我们',
  copyright: '版权管理',
};
