/** What notices of changes of files that wait say, and names in them that pages show, too. */
export const words = {
  andMore: '… and {{count}} more',
  operationStuck_one: '1 change to files could not be completed',
  operationStuck_other: '{{count}} changes to files could not be completed',
  operationStuckHint:
    'Until then only managers can reach these files. Check the database and the server log.',
};
