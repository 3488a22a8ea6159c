/** Words of the health page. */
export const words = {
  title: '运行状况',
};
