/** Words of the health page. */
export const words = {
  title: 'Platform health',
};
