// eslint-disable-next-line no-control-regex -- control characters are among what Windows refuses
export const windowsRefused = /[\u0000-\u001f\u007f<>:"|?*\\]/g;
export const windowsRefusedEnd = /[. ]+$/;
/** Names of devices, also with an extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
export const windowsDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?=\.|$)/i;

/** Whether an entry may have this name on Windows. */
export const isWindowsName = (name: string): boolean =>
  [windowsRefused, windowsRefusedEnd, windowsDevice].every((rule) => name.search(rule) < 0);
