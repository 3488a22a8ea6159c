import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SpecPlatform } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { passwordKey, PasswordService } from './password.service.js';

let platform: SpecPlatform;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
});
afterAll(() => platform.close());

describe('the key for passwords on their way', () => {
  it('is another one as soon as it was set, though it is remembered', async () => {
    const passwords = platform.get(PasswordService);
    expect(await passwords.publicKey()).toContain('BEGIN PUBLIC KEY');
    await platform.get(Settings).set(passwordKey, { publicKey: 'another', privateKey: 'another' });
    await waitFor('the other key', async () => (await passwords.publicKey()) === 'another');
  });
});
