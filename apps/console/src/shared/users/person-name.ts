/** Somebody as calls name people. */
interface Person {
  userName: string;
  realName?: string | null | undefined;
}

/** How people know somebody: by the real name where there is one. */
export const personName = ({ userName, realName }: Person): string => realName || userName;

/** The same with the name to sign in with, where people of one name have to be told apart. */
export const personWithAccount = ({ userName, realName }: Person): string =>
  realName ? `${realName} (${userName})` : userName;
