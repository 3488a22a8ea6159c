/** What stands where a desktop has no address (spec part 2 §3), and in its tables for whatever is not there or not known. */
export const nothing = '--';
