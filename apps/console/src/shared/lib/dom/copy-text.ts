/**
 * Puts text on the clipboard, on plain-http origins too, where browsers offer no clipboard interface.
 * @throws Error when the browser refuses.
 */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  try {
    area.select();
    if (!document.execCommand('copy')) {
      throw new Error('The browser refused to copy.');
    }
  } finally {
    area.remove();
  }
}
