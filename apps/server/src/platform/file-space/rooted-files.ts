import type { FileSpace } from './file-space.js';

/**
 * A tree of files as one may reach it: a space as a whole, a folder of it, or several of its entries side by side. Paths
 * are absolute within the tree, and so are those of the entries that come back.
 */
export type RootedFiles = Omit<
  FileSpace,
  | 'below'
  | 'findChanged'
  | 'findIdentity'
  | 'identifyAll'
  | 'folders'
  | 'restore'
  | 'trash'
  | 'versions'
>;
