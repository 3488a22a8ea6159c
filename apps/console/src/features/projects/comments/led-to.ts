/** The entry whose comments a notice has led to, until they are shown: they come with the folder, the details, and a call of their own. */
let wanted: string | undefined;

/** The comments on this entry are what its user comes for. */
export function leadToComments(projectId: string, path: string): void {
  wanted = projectId + path;
}

/** Whether these are the comments that were wanted; once. */
export function wasLedTo(projectId: string, path: string): boolean {
  const isIt = wanted === projectId + path;
  wanted = undefined;
  return isIt;
}
