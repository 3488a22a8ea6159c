/** Without those that look alike: 0 and O, 1, l and I. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const length = 14;

/** A password to hand over; its letters are equally likely and easily told apart. */
export function generatePassword(): string {
  const fair = 256 - (256 % letters.length);
  const chosen: string[] = [];
  while (chosen.length < length) {
    const bytes = crypto.getRandomValues(new Uint8Array(length * 2));
    chosen.push(
      ...[...bytes]
        .filter((byte) => byte < fair)
        .map((byte) => letters.charAt(byte % letters.length)),
    );
  }
  return chosen.slice(0, length).join('');
}
