import { Migration, type QueryRunner } from './migration.js';

/** Letters and digits that look like others (`features/users/names/user-name.ts`). */
const lookAlikes = {
  from:
    '01ıɩɪɑᴀɡɢʙᴄᴅᴇꬲʜᴊȷᴋʟǀᴍɴᴏᴑꬽᴘʀꭇꭈɾꜱƽᴛᴜꭎꭒʋᴠᴡʏꭚᴢавьсԁеҽԍнһіјкӏморԛ' +
    'гѕтѵԝхуүӡαβςεϳκιμηοσρτυνωχγζցհյլոռօզտսաჿყ\u05e1\u05d5\u05df' +
    '\u0647\u0627ഠଠဝዐሀ〇丨\u110b\u1175ーエカタチトニハミロオノヘベペリ',
  to:
    'oliiiaaggbcdeehjjkllmnoooprrrrsstuuuuvwyyzabbcdeeghhijklmopq' +
    'rstvwxyyзabcejkimnooptuvwxyzghjlnnoqsuwoyolloloooouolol一工力夕千' +
    '卜二八三口才丿へべぺり',
} as const;

/** Of `user_name`, in SQL. */
export const twinKey = `replace(replace(translate(lower(replace(normalize(user_name, NFKC), 'İ', 'I')),
  '${lookAlikes.from}', '${lookAlikes.to}'), 'rn', 'm'), 'vv', 'w')`;

/** More names count as one: look-alikes within a script, and of more scripts. */
export class RefuseTwinNames2026112213450 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await replaceKey(runner, twinKey);
  }
}

/** Names that are alike already stay as they are: all but the first of them are left out of the index. */
async function replaceKey(runner: QueryRunner, expression: string): Promise<void> {
  // Its index would go by the old answers.
  await runner.query('DROP INDEX user_account_name_key_index');
  await runner.query(`
    CREATE OR REPLACE FUNCTION user_name_key(user_name text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
    AS $$ SELECT ${expression} $$`);
  const later: { id: string }[] = await runner.query(
    `SELECT id FROM (
       SELECT id, row_number() OVER (PARTITION BY user_name_key(user_name) ORDER BY created_at, id) AS nth
       FROM user_account
     ) named WHERE nth > 1`,
  );
  const except = later.map(({ id }) => id).join(',');
  await runner.query(
    `CREATE UNIQUE INDEX user_account_name_key_index ON user_account (user_name_key(user_name))
     ${later.length === 0 ? '' : `WHERE id <> ALL ('{${except}}'::uuid[])`}`,
  );
}
