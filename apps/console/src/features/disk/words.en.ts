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
  favourites: 'Favourites',
  favourite: 'Favourite',
  favouriteSince: 'Added',
  favouriteGone: '“{{name}}” is no longer a favourite',
  noFavourites: 'No favourites yet',
  noFavouritesHint: 'Choose “Add to favourites” in the menu of a file or folder to find it here.',
  favouritesUnseen_one:
    '{{count}} more favourite cannot be shown now: it was deleted or moved away, or is no longer open to you.',
  favouritesUnseen_other:
    '{{count}} more favourites cannot be shown now: they were deleted or moved away, or are no longer open to you.',
  forgetUnseen: 'Remove from favourites',
  backToFiles: 'Back to My files',
};
