/** Pixels of a menu icon, both ways, and its most bytes (spec part 2 §5). */
export const iconPixels = 200;
export const iconMaxBytes = 200 * 1024;
const iconTypes = ['image/png', 'image/jpeg'];

/** What is wrong with a picture, as a key of the words; null: nothing. The server looks at the content again. */
export function iconFault(
  file: { type: string; size: number },
  picture: { width: number; height: number } | null,
): 'iconFormat' | 'iconSize' | 'iconUnreadable' | 'iconPixels' | null {
  if (!iconTypes.includes(file.type)) {
    return 'iconFormat';
  }
  if (file.size > iconMaxBytes) {
    return 'iconSize';
  }
  if (!picture) {
    return 'iconUnreadable';
  }
  return picture.width === iconPixels && picture.height === iconPixels ? null : 'iconPixels';
}

/** The measures of a picture; null when the browser can't read it. */
export async function measure(file: Blob): Promise<{ width: number; height: number } | null> {
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    picture.close();
    return { width, height };
  } catch {
    return null;
  }
}
