/** Words of the upgrade. */
export const words = {
  title: 'Upgrade',
};
