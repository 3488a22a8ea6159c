/** Hands bytes to the browser's own downloads under `name`. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser takes the content when the download begins, a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
