/** Every way to take the right to download from all users: what it is, the statement that does it, the one that undoes it. */
export const downloadBans = [
  [
    'the platform lets nobody download',
    `INSERT INTO setting (key, value) VALUES ('downloadSwitch', '{"allowDownload":false}')`,
    `DELETE FROM setting WHERE key = 'downloadSwitch'`,
  ],
  [
    'the user may not download',
    `UPDATE user_account SET can_download = false`,
    `UPDATE user_account SET can_download = true`,
  ],
] as const;
