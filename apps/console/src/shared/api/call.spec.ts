import { endpoints } from '@clusterdesk/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { initI18n } from '../i18n/i18n.js';
import { ApiError } from './api-error.js';
import { call, callForBytes, callWithMessage } from './call.js';
import { clearSession, saveSession } from './session.js';

const memory = (): Storage => {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    key: (index) => [...entries.keys()][index] ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem: (key, value) => void entries.set(key, value),
  };
};

const fetchMock = jest.fn<typeof fetch>();
const assign = jest.fn<(address: string) => void>();
/** What waits for the page to be left. */
const leavings: (() => void)[] = [];
const answer = (body: unknown, status = 200): void => {
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
};

beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: memory(),
    document: { documentElement: {}, title: '' },
  });
  await initI18n({
    cn: async () => ({ common: (await import('../i18n/words.cn.js')).words }),
    en: async () => ({ common: (await import('../i18n/words.en.js')).words }),
  });
});
beforeEach(() => {
  fetchMock.mockReset();
  assign.mockReset();
  leavings.splice(0).forEach((leave) => leave());
  Object.assign(globalThis, {
    fetch: fetchMock,
    localStorage: memory(),
    sessionStorage: memory(),
    window: {
      location: { pathname: '/myDoc', search: '?dir=/a', assign },
      addEventListener: (_: 'pagehide', leave: () => void) => void leavings.push(leave),
    },
  });
  clearSession();
  localStorage.setItem('token', 'secret');
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

const someone = {
  token: 'secret',
  userId: 'one',
  userName: 'someone',
  realName: null,
  roleId: '',
  canDownload: false,
};

const refusal = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

it('a call that finds too many of the user’s own is made again when the server says', async () => {
  jest.useFakeTimers();
  const busy = { error: 'CALLS_TOO_MANY', details: { waitSeconds: 1 } };
  answer({ success: false, code: 429, message: 'Wait', result: busy });
  answer({ success: true, code: 200, message: '', result: null });
  const called = call(endpoints.sessions.logout, {});
  await jest.advanceTimersByTimeAsync(999);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(await called).toBeNull();
  jest.useRealTimers();
});

describe('call', () => {
  it('sends a POST as JSON with the token and unwraps the answer', async () => {
    answer({ success: true, code: 200, message: 'cut', result: [] });
    const { result, message } = await callWithMessage(endpoints.disk.find, { key: 'a' });
    expect({ result, message }).toEqual({ result: [], message: 'cut' });
    const [address, init] = fetchMock.mock.calls[0] ?? [];
    expect(address).toBe('/api/user/info/disk/find');
    expect(init).toMatchObject({
      method: 'POST',
      body: '{"key":"a"}',
      headers: { Authorization: 'secret', 'Accept-Language': 'zh-CN' },
    });
  });

  it('sends a GET as a query, without what is undefined', async () => {
    answer({ success: true, code: 200, message: '', result: { sameName: false, newName: 'a' } });
    await call(endpoints.disk.checkSameName, {
      path: '/x y',
      fileName: 'a&b',
      projectId: undefined,
    });
    expect(fetchMock.mock.calls[0]?.[0]).toBe(
      '/api/user/info/checkFileSameName?path=%2Fx+y&fileName=a%26b',
    );
  });

  it("throws the server's sentence, fields and request id", async () => {
    answer({
      success: false,
      code: 400,
      message: 'no',
      result: { error: 'INPUT_INVALID', fields: { path: 'bad' }, requestId: 'r1' },
    });
    const error = await refusal(call(endpoints.disk.mkdir, { path: '/a' }));
    expect(error).toMatchObject({
      code: 400,
      error: 'INPUT_INVALID',
      message: 'no',
      fields: { path: 'bad' },
      requestId: 'r1',
    });
    expect(assign).not.toHaveBeenCalled();
  });

  it('ends the session on 401 and leads back to the page', async () => {
    answer({ success: false, code: 401, message: 'over', result: { error: 'X' } }, 401);
    expect((await refusal(call(endpoints.disk.list, {}))).code).toBe(401);
    expect(localStorage.getItem('token')).toBeNull();
    expect(assign).toHaveBeenCalledWith('/login?cbUrl=%2FmyDoc%3Fdir%3D%2Fa');
    expect(sessionStorage.getItem('signedOutReason')).toBe('over');
  });

  it('opens the login page once, however many calls are refused, and again for a page that came back', async () => {
    const over = { success: false, code: 401, message: 'over', result: { error: 'X' } };
    const refuse = async (): Promise<void> => {
      answer(over, 401);
      await refusal(call(endpoints.disk.list, {}));
    };
    await refuse();
    await refuse();
    expect(assign).toHaveBeenCalledTimes(1);
    leavings.splice(0).forEach((leave) => leave());
    await refuse();
    expect(assign).toHaveBeenCalledTimes(2);
  });

  it('ends only the session whose token was refused', async () => {
    const over = { success: false, code: 401, message: 'over', result: { error: 'X' } };
    const response = new Response(JSON.stringify(over), { status: 401 });
    fetchMock.mockImplementationOnce(() => {
      // Somebody else signs in while the call is on its way.
      saveSession({ ...someone, token: 'fresh' });
      return Promise.resolve(response);
    });
    await refusal(call(endpoints.disk.list, {}));
    expect(localStorage.getItem('token')).toBe('fresh');
    expect(assign).not.toHaveBeenCalled();
    expect(sessionStorage.getItem('signedOutReason')).toBeNull();
  });

  it('keeps no reason of a sign-out where nobody was signed in', async () => {
    localStorage.removeItem('token');
    answer({ success: false, code: 401, message: 'over', result: { error: 'X' } }, 401);
    await refusal(call(endpoints.disk.list, {}));
    expect(sessionStorage.getItem('signedOutReason')).toBeNull();
  });

  it('calls nothing in the name of another user who signed in in another window', async () => {
    saveSession({ ...someone, userId: 'one' });
    localStorage.setItem('userId', 'two');
    expect((await refusal(call(endpoints.disk.list, {}))).error).toBe('CONSOLE_OTHER_USER');
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('leaves a refused sign-in to the login page', async () => {
    answer({ success: false, code: 401, message: 'wrong', result: { error: 'X' } }, 401);
    await refusal(call(endpoints.sessions.login, { loginName: 'a', password: 'b' }));
    expect(assign).not.toHaveBeenCalled();
  });

  it('says that the server is away when nothing answers', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await refusal(call(endpoints.disk.list, {}))).toMatchObject({
      code: 0,
      error: 'CONSOLE_SERVER_AWAY',
    });
  });

  it('refuses an answer that is not what the contract says', async () => {
    answer({ success: true, code: 200, message: '', result: { not: 'a list' } });
    expect((await refusal(call(endpoints.disk.list, {}))).error).toBe('CONSOLE_UNREADABLE_ANSWER');
    fetchMock.mockResolvedValueOnce(new Response('<html>', { status: 502 }));
    expect((await refusal(call(endpoints.disk.list, {}))).code).toBe(503);
  });
});

describe('callForBytes', () => {
  const { thumbnail } = endpoints.downloads;

  it('asks for why in JSON, and says it in the server’s words', async () => {
    answer({ success: false, code: 403, message: '只能查看', result: { error: 'VIEW_ONLY' } }, 403);
    expect(await refusal(callForBytes(thumbnail, { path: '/a' }))).toMatchObject({
      code: 403,
      error: 'VIEW_ONLY',
      message: '只能查看',
    });
    expect(fetchMock.mock.calls[0]?.[1]?.headers).toMatchObject({
      Accept: 'application/json, */*;q=0.5',
      'Accept-Language': 'zh-CN',
    });
  });

  it('waits for its turn, too', async () => {
    jest.useFakeTimers();
    const busy = { error: 'CALLS_TOO_MANY', details: { waitSeconds: 1 } };
    answer({ success: false, code: 429, message: 'Wait', result: busy }, 429);
    fetchMock.mockResolvedValueOnce(new Response('bytes'));
    const called = callForBytes(thumbnail, { path: '/a' });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await (await called).text()).toBe('bytes');
    jest.useRealTimers();
  });
});
