/** Words of My files and its trash. */
export const words = {
  myData: 'My data',
  myFiles: 'My files',
  submitJob: 'Submit as job',
  share: 'Share',
  saveToProject: 'Save to project',
  trash: 'Trash',
  downloadClient: 'Download client',
  openClient: 'Open client',
  backToFiles: 'Back to My files',
};
