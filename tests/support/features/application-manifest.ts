/** A manifest as it lies in a catalogue. */
export const manifestOf = (name: string, more: object = {}): object => ({
  name,
  version: '1.0',
  type: 'tools',
  description: { cn: `${name} 的说明`, en: `What ${name} does` },
  kinds: ['compute'],
  install: `echo install ${name}`,
  uninstall: `echo uninstall ${name}`,
  update: `echo update ${name}`,
  ...more,
});
