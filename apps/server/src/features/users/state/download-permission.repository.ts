import type { UserOption } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { isReferenceGone } from '../../../platform/database/is-taken.js';
import { UserUnknownError } from '../user.errors.js';
import { downloadSwitchKey, switchAllows, switchIsOn } from './download-switch.js';

export async function isSwitchOn(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<{ isOn: boolean }[]>(`SELECT ${switchIsOn} AS "isOn"`);
  return row?.isOn ?? true;
}

/** Who is chosen for a state of the switch, by name. */
export function listChosen(manager: EntityManager, whenOn: boolean): Promise<UserOption[]> {
  return manager.query<UserOption[]>(
    `SELECT id, user_name AS "userName", real_name AS "realName"
     FROM user_account JOIN download_switch_user ON user_id = id
     WHERE when_on = $1 ORDER BY user_name`,
    [whenOn],
  );
}

/** The first users by name. */
export function listFirst(manager: EntityManager, most: number): Promise<UserOption[]> {
  return manager.query<UserOption[]>(
    `SELECT id, user_name AS "userName", real_name AS "realName" FROM user_account
     ORDER BY user_name LIMIT $1`,
    [most],
  );
}

/**
 * Sets the switch and who is chosen for that state.
 * @returns the users whose right to download it changed
 * @throws UserUnknownError when one of them does not exist
 */
export async function replaceSwitch(
  manager: EntityManager,
  isOn: boolean,
  userIds: readonly string[],
): Promise<string[]> {
  // Asked before the change, as one statement: of 10,000 users the most may change.
  const changed = await manager.query<{ id: string }[]>(
    `SELECT account.id FROM user_account account
     LEFT JOIN (SELECT DISTINCT unnest($2::uuid[]) AS id) chosen ON chosen.id = account.id
     WHERE account.can_download AND ${switchAllows} <> ($1::boolean <> (chosen.id IS NOT NULL))`,
    [isOn, userIds],
  );
  // Not by `Settings.set`: its row in the log could not name the users, and nothing reads the switch but statements.
  await manager.query(
    `INSERT INTO setting (key, value) VALUES ($1, jsonb_build_object('allowDownload', $2::boolean))
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [downloadSwitchKey, isOn],
  );
  await manager.query(
    'DELETE FROM download_switch_user WHERE when_on = $1 AND user_id <> ALL($2::uuid[])',
    [isOn, userIds],
  );
  await manager
    .query(
      `INSERT INTO download_switch_user (user_id, when_on)
       SELECT DISTINCT user_id, $1::boolean FROM unnest($2::uuid[]) user_id ON CONFLICT DO NOTHING`,
      [isOn, userIds],
    )
    .catch((error: unknown) => {
      throw isReferenceGone(error) ? new UserUnknownError() : error;
    });
  return changed.map(({ id }) => id);
}
