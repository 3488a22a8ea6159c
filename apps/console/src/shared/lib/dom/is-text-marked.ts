/** Whether somebody is marking text: the click that ends it opens nothing. */
export const isTextMarked = (): boolean => window.getSelection()?.type === 'Range';
