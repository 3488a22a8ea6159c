import { limits, ruleMessage } from '@clusterdesk/contracts';
import { z } from 'zod';
import { schemaRule, type FieldRule } from '../../shared/ui/form/schema-rule.js';

const min = limits.passwordMinLength;
const max = limits.passwordMaxLength;

/** A password as it is typed (spec part 2 §5); the contracts know only the encrypted one. */
export const passwordSchema = z.string().refine(
  (password) => {
    const { length } = [...password];
    return length >= min && length <= max;
  },
  ruleMessage(`密码长度须为 ${min} 到 ${max} 个字符`, `a password has ${min} to ${max} characters`),
);

/** A field without a schema of its own that must be filled, and then pass a test; each failure has its own sentence. */
export const requiredRule = (
  whenEmpty: string,
  test: (value: string) => boolean = () => true,
  whenWrong = whenEmpty,
): FieldRule => schemaRule(z.string().refine(test), { empty: whenEmpty, wrong: whenWrong });
