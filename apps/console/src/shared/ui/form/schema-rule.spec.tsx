import { emailSchema, endpoints, mobileSchema, userNameSchema } from '@clusterdesk/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { optionalSchemaRule, schemaRule, type FieldRule } from './schema-rule.js';

const check = (rule: FieldRule, value?: unknown): Promise<string> =>
  rule.validator(null, value).then(
    () => 'fine',
    (error: Error) => error.message,
  );
afterEach(() => localStorage.setItem('language', 'en'));

describe('schemaRule', () => {
  it("refuses with the contract's own sentence, in the language in use", async () => {
    const rule = schemaRule(mobileSchema);
    expect(await check(rule, '123')).toBe('Please enter a mobile number of 11 digits');
    expect(await check(rule, ' 13800138000 ')).toBe('fine');
    localStorage.setItem('language', 'cn');
    expect(await check(rule, '123')).toBe('请输入正确的 11 位手机号');
  });

  it('tells an empty required field from a wrong one', async () => {
    const rule = schemaRule(userNameSchema, { empty: 'Name it' });
    expect(await check(rule)).toBe('Name it');
    expect(await check(rule, '  ')).toBe('Name it');
    expect(await check(rule, '.hidden')).toMatch(/^It must start with a letter or digit/);
  });

  it('refuses an empty field that has a sentence for it, also where its parameter has a default', async () => {
    const { desktopPort } = endpoints.desktops.add.input.shape;
    expect(await check(schemaRule(desktopPort))).toBe('fine');
    expect(await check(schemaRule(desktopPort, { empty: 'Say a port' }), '')).toBe('Say a port');
    expect(await check(schemaRule(desktopPort, { empty: 'Say a port' }), '80')).toBe('fine');
  });

  it('leaves an empty optional field alone, by its schema or by its place in the form', async () => {
    expect(await check(schemaRule(endpoints.users.add.input.shape.mobile), '')).toBe('fine');
    expect(await check(schemaRule(endpoints.users.add.input.shape.mobile), '1')).toBe(
      'Please enter a mobile number of 11 digits',
    );
    expect(await check(optionalSchemaRule(emailSchema))).toBe('fine');
    expect(await check(optionalSchemaRule(emailSchema), 'x')).toMatch(/valid e-mail/);
  });

  it('says the bounds of a text where the contract has no sentence', async () => {
    const { roleName, description } = endpoints.roles.add.input.shape;
    expect(await check(schemaRule(roleName), 'x'.repeat(65))).toBe('At most 64 characters');
    expect(await check(schemaRule(description), 'x'.repeat(256))).toBe('At most 255 characters');
    expect(await check(schemaRule(roleName))).toBe('Please fill in this field');
  });
});
