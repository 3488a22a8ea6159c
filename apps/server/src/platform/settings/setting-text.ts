import { ruleMessage } from '@clusterdesk/contracts';
import { z } from 'zod';

/** One line of text. */
export const lineText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine(
      (text) => !/\p{C}/u.test(text),
      ruleMessage('只能填写一行文字', 'must be one line of text'),
    );

/** An address with one of these protocols. */
export const addressText = (...protocols: string[]) => {
  const names = protocols.map((protocol) => `${protocol}//`);
  return lineText(2_000).refine(
    (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
    ruleMessage(
      `须为 ${names.join(' 或 ')} 地址`,
      `must be an address that begins with ${names.join(' or ')}`,
    ),
  );
};
