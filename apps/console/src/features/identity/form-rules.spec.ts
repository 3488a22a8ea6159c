import { emailSchema, mobileSchema, userNameSchema } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import type { z } from 'zod';
import { passwordSchema, requiredRule } from './form-rules.js';

const accepts = (schema: z.ZodType) => (value: string) => schema.safeParse(value).success;

it('takes passwords of 6 to 18 characters, whatever their script', () => {
  const isPassword = accepts(passwordSchema);
  expect(['12345', '1'.repeat(19), '密码密码密'].some(isPassword)).toBe(false);
  expect(['123456', '1'.repeat(18), '密码密码密码'].every(isPassword)).toBe(true);
});

it('takes mobiles of China only', () => {
  const isMobile = accepts(mobileSchema);
  expect(['13800138000', ' 19912345678 '].every(isMobile)).toBe(true);
  expect(['12800138000', '1380013800', '138001380000', '+8513800138000', ''].some(isMobile)).toBe(
    false,
  );
  const written = [
    '１３８００１３８０００',
    '138 0013 8000',
    '138-0013-8000',
    '+86 138\u00a00013 8000',
  ];
  for (const mobile of [...written, '0086-138.0013.8000', '(+86)138‑0013—8000', '8613800138000']) {
    expect(mobileSchema.parse(mobile)).toBe('13800138000');
  }
});

it('takes plain addresses only', () => {
  const isEmail = accepts(emailSchema);
  expect(['a@b.cn', 'li.wei@mail.example.com'].every(isEmail)).toBe(true);
  expect(emailSchema.parse(' ａ＠ｂ．cn ')).toBe('a@b.cn');
  expect(emailSchema.parse('li＠lab。cn')).toBe('li@lab.cn');
  expect(['a@b', 'a b@c.cn', '@b.cn', 'a@b.cn>', ''].some(isEmail)).toBe(false);
});

it('takes user names that can name a folder', () => {
  const isUserName = accepts(userNameSchema);
  expect(['li', '李雷', '3d.lab_a-b'].every(isUserName)).toBe(true);
  expect(['', '.hidden', '-x', 'a b', 'a/b'].some(isUserName)).toBe(false);
});

it('tells an empty required field from a wrong one', async () => {
  const rule = requiredRule('empty', (value) => value === 'right', 'wrong');
  const check = (value?: string) =>
    rule.validator(null, value).then(
      () => 'fine',
      (error: Error) => error.message,
    );
  expect(await check()).toBe('empty');
  expect(await check('  ')).toBe('empty');
  expect(await check('123')).toBe('wrong');
  expect(await check('right')).toBe('fine');
});
