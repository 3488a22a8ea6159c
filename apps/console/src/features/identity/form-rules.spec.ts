import { describe, expect, it } from '@jest/globals';
import {
  isEmail,
  isMobile,
  isPasswordLength,
  isUserName,
  optionalRule,
  requiredRule,
} from './form-rules.js';

it('takes passwords of 6 to 18 characters, whatever their script', () => {
  expect(['12345', '1'.repeat(19), '密码密码密'].map(isPasswordLength)).toEqual([
    false,
    false,
    false,
  ]);
  expect(['123456', '1'.repeat(18), '密码密码密码'].every(isPasswordLength)).toBe(true);
});

it('takes mobiles of China only', () => {
  expect(['13800138000', ' 19912345678 '].every(isMobile)).toBe(true);
  expect(['12800138000', '1380013800', '138001380000', '+8613800138000', ''].some(isMobile)).toBe(
    false,
  );
});

it('takes plain addresses only', () => {
  expect(['a@b.cn', 'li.wei@mail.example.com'].every(isEmail)).toBe(true);
  expect(['a@b', 'a b@c.cn', '@b.cn', 'a@b.cn>', ''].some(isEmail)).toBe(false);
});

it('takes user names that can name a folder', () => {
  expect(['li', '李雷', '3d.lab_a-b'].every(isUserName)).toBe(true);
  expect(['', '.hidden', '-x', 'a b', 'a/b'].some(isUserName)).toBe(false);
});

describe('rules', () => {
  const check = (rule: ReturnType<typeof requiredRule>, value?: string) =>
    rule.validator(null, value).then(
      () => 'fine',
      (error: Error) => error.message,
    );
  it('tell an empty required field from a wrong one', async () => {
    const rule = requiredRule('empty', isMobile, 'wrong');
    expect(await check(rule)).toBe('empty');
    expect(await check(rule, '  ')).toBe('empty');
    expect(await check(rule, '123')).toBe('wrong');
    expect(await check(rule, '13800138000')).toBe('fine');
  });
  it('leave an empty optional field alone', async () => {
    const rule = optionalRule(isEmail, 'wrong');
    expect(await check(rule)).toBe('fine');
    expect(await check(rule, '')).toBe('fine');
    expect(await check(rule, 'x')).toBe('wrong');
  });
});
