/** What upload `n` sends: no two alike, and no piece of it like another. */
export function contentOf(index, sizeBytes) {
  const content = Buffer.alloc(sizeBytes);
  for (let place = 0; place + 8 <= sizeBytes; place += 8) {
    content.writeUInt32LE(index, place);
    content.writeUInt32LE(place, place + 4);
  }
  return content;
}
