/** Hands bytes to the browser's own downloads under `name`. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes the content when the download begins, a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
