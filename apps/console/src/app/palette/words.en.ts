/** Words of the palette. */
export const words = {
  palettePlaceholder: 'Type a page, action or file name…',
  palettePages: 'Pages',
  paletteActions: 'Actions',
  paletteFiles: 'Files',
  paletteJobs: 'Jobs',
  paletteUsers: 'Users',
  paletteNone: 'Nothing found for “{{key}}”',
  paletteSearching: 'Searching…',
  paletteFailed: 'Search failed: {{message}}',
  newJob: 'New job',
  newUser: 'Add user',
  openTrash: 'Open trash',
  paletteKeys: '↑↓ select · Enter open · Esc close',
  paletteMoreFiles: 'Search my files for “{{key}}”',
  paletteLabel: 'Search and commands',
};
