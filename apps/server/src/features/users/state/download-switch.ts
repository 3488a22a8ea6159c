/** The key of the switch in `setting`; its value is `{"allowDownload": boolean}`. */
export const downloadSwitchKey = 'downloadSwitch';

/** SQL: whether the switch is on. Absent: on. */
export const switchIsOn = `coalesce(
    (SELECT (value ->> 'allowDownload')::boolean FROM setting WHERE key = '${downloadSwitchKey}'), true)`;

/**
 * SQL: whether the switch lets `account` download (spec part 2, Global download permission): on, everybody but the users chosen for
 * that may; off, only those chosen for this. A user's own right is needed besides. A user who is deleted is in neither list.
 */
export const switchAllows = `(SELECT is_on <> EXISTS (
      SELECT FROM download_switch_user chosen WHERE chosen.user_id = account.id AND chosen.when_on = is_on)
    FROM (SELECT ${switchIsOn} AS is_on) AS switch)`;
