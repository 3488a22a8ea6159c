/** Words of the contact page. */
export const words = {
  title: 'Contact us',
  copyright: 'Copyright',
};
