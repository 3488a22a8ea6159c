import { limits } from '@clusterdesk/contracts';

/** Length in characters, as people count them. */
export function hasPasswordLength(password: string): boolean {
  const { length } = [...password];
  return length >= limits.passwordMinLength && length <= limits.passwordMaxLength;
}

/** The heads of the published lists of leaked passwords, of six characters and more, in small letters. */
const commonPasswords: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 87654321 654321 123123 123123123 112233 11223344
   123321 12341234 123654 147258 147258369 159753 135790 121212 101010 520520 5201314 1314520 woaini woaini1314 qwerty
   qwerty1 qwerty12 qwerty123 qwertyuiop qwer1234 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 qazwsx zaq12wsx asdfgh
   asdfghjkl asdf1234 zxcvbn zxcvbnm password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass1234
   abc123 abc1234 abcd1234 abcdef abcdefg a123456 a12345678 aa123456 123456a 123456abc 123qwe 123abc iloveyou admin123
   admin1234 admin888 administrator root123 letmein welcome welcome1 monkey dragon sunshine princess football baseball
   master shadow superman trustno1 test123 test1234 changeme default secret guest123 user123`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Whether a guesser would try it first: a common one, one character again and again, or the login name. */
export function isGuessable(password: string, userName: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase().trim();
  return (
    commonPasswords.has(folded) ||
    new Set(folded).size < 2 ||
    folded === userName.normalize('NFKC').toLowerCase()
  );
}

/** @throws Error that ends a start whose variable gives a user such a password; it does not repeat it */
export function assertGivenPassword(variable: string, password: string, userName: string): void {
  if (isGuessable(password, userName)) {
    throw new Error(
      `${variable} is wrong: a guesser would try this password first; choose another.`,
    );
  }
}
