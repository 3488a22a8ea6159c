/** A mobile with its middle hidden: `138****8000`. */
export const maskMobile = (mobile: string): string =>
  mobile.length < 8 ? '****' : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;

/** An e-mail address with its name hidden but for the first letter: `l***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${[...email][0]}***${email.slice(at)}`;
}

/** A password that is never known here. */
export const maskedPassword = '********';
