import { randomBytes } from 'node:crypto';
import {
  liveRetention,
  type LiveMark,
  type LiveReplay,
  type LiveResumeFrom,
} from '@clusterdesk/contracts';
import { Redis } from 'ioredis';
import { z } from 'zod';
import {
  cursorKeptMs,
  replayPageSize,
  toReplay,
  type LiveEntry,
  type LiveLog,
} from './live-log.js';

/** KEYS: cursor, stream. ARGV: epoch if there is none, how long the cursor is kept. */
const openCursor = `
  if redis.call('EXISTS', KEYS[1]) == 0 then
    redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'seq', 0)
    redis.call('DEL', KEYS[2])
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  local epoch = redis.call('HGET', KEYS[1], 'epoch')`;

/**
 * KEYS[3] remembers the batch: a try whose answer was lost may come again at any time, sent by the publisher or by the client
 * library on a new connection. ARGV from 3: how long a batch is remembered, kept events, kept ms, then event and args of
 * each. Answers epoch and first number.
 */
const appendScript = `${openCursor}
  local known = redis.call('GET', KEYS[3])
  if known then
    return { epoch, known }
  end
  local clock = redis.call('TIME')
  local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
  local first = nil
  for at = 6, #ARGV, 2 do
    local seq = string.format('%.0f', redis.call('HINCRBY', KEYS[1], 'seq', 1))
    first = first or seq
    redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[4], seq .. '-0',
      'at', string.format('%.0f', now), 'event', ARGV[at], 'args', ARGV[at + 1])
  end
  redis.call('SET', KEYS[3], first, 'PX', ARGV[3])
  redis.call('PEXPIRE', KEYS[2], ARGV[5])
  for _, entry in ipairs(redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', 16)) do
    if tonumber(entry[2][2]) >= now - tonumber(ARGV[5]) then
      break
    end
    redis.call('XDEL', KEYS[2], entry[1])
  end
  return { epoch, first }`;

const positionScript = `${openCursor}
  return { epoch, redis.call('HGET', KEYS[1], 'seq') }`;

const skipScript = `${openCursor}
  redis.call('HINCRBY', KEYS[1], 'seq', 1)
  return { epoch }`;

/** ARGV from 3: number or nothing, age in ms, page. Answers epoch, newest number, then number, event and args of each. */
const readScript = `${openCursor}
  local found = { epoch, redis.call('HGET', KEYS[1], 'seq') }
  local from = '-'
  local after = 0
  local page = tonumber(ARGV[5])
  if ARGV[3] ~= '' then
    from = string.format('%.0f', tonumber(ARGV[3]) + 1) .. '-0'
  else
    local clock = redis.call('TIME')
    after = clock[1] * 1000 + math.floor(clock[2] / 1000) - tonumber(ARGV[4])
  end
  local entries = ARGV[3] ~= '' and redis.call('XRANGE', KEYS[2], from, '+', 'COUNT', page)
    or redis.call('XRANGE', KEYS[2], from, '+')
  for _, entry in ipairs(entries) do
    if tonumber(entry[2][2]) > after and #found < 2 + 3 * page then
      found[#found + 1] = string.match(entry[1], '^%d+')
      found[#found + 1] = entry[2][4]
      found[#found + 1] = entry[2][6]
    end
  end
  return found`;

/** Longer than any try of a batch may come late: a publisher gives a batch up after one minute. */
const batchKeptMs = 300_000;

const textsSchema = z.array(z.coerce.string());

/** The log in a hash and a stream for each audience, written and read by scripts. */
export class RedisLiveLog implements LiveLog {
  constructor(
    private readonly redis: Redis,
    private readonly retention: { ms: number; events: number } = liveRetention,
  ) {}

  async append(batchId: string, entries: readonly LiveEntry[]): Promise<LiveMark[]> {
    const places = new Map<string, number[]>();
    entries.forEach(({ audience }, place) => {
      places.set(audience, [...(places.get(audience) ?? []), place]);
    });
    const marks: LiveMark[] = [];
    const answers = await this.run(
      appendScript,
      [...places].map(([audience, own]) => ({
        audience,
        batchId,
        args: [
          batchKeptMs,
          this.retention.events,
          this.retention.ms,
          ...own.flatMap((place) => [entries[place]?.event ?? '', entries[place]?.args ?? '[]']),
        ],
      })),
    );
    [...places].forEach(([audience, own], index) => {
      const [epoch = '', first = '0'] = answers[index] ?? [];
      own.forEach((place, offset) => {
        marks[place] = { audience, epoch, seq: Number(first) + offset };
      });
    });
    return marks;
  }

  async positions(audiences: readonly string[]): Promise<LiveMark[]> {
    const wanted = [...new Set(audiences)];
    const answers = await this.run(
      positionScript,
      wanted.map((audience) => ({ audience, args: [] })),
    );
    return wanted.map((audience, index) => {
      const [epoch = '', seq = '0'] = answers[index] ?? [];
      return { audience, epoch, seq: Number(seq) };
    });
  }

  async read(from: readonly LiveResumeFrom[]): Promise<LiveReplay[]> {
    const answers = await this.run(
      readScript,
      from.map((one) => ({
        audience: one.audience,
        args: [
          'seq' in one ? one.seq : '',
          'ageMs' in one ? Math.min(one.ageMs, this.retention.ms) : 0,
          replayPageSize,
        ],
      })),
    );
    return from.map((one, index) => {
      const [epoch = '', top = '0', ...rest] = answers[index] ?? [];
      const events = [];
      for (let at = 0; at + 2 < rest.length; at += 3) {
        const [seq = '0', event = '', args = '[]'] = rest.slice(at, at + 3);
        events.push({ seq: Number(seq), event, args });
      }
      const rows = { audience: one.audience, epoch, top: Number(top), events };
      return toReplay(one, rows, this.retention);
    });
  }

  async skip(audiences: readonly string[]): Promise<void> {
    await this.run(
      skipScript,
      [...new Set(audiences)].map((audience) => ({ audience, args: [] })),
    );
  }

  /** Every append trims its own stream, and a stream that is not written to expires. */
  prune(): Promise<void> {
    return Promise.resolve();
  }

  async close(): Promise<void> {
    await this.redis.quit().catch(() => this.redis.disconnect());
  }

  private async run(
    script: string,
    calls: readonly { audience: string; batchId?: string; args: (string | number)[] }[],
  ): Promise<string[][]> {
    const pipeline = this.redis.pipeline();
    for (const { audience, batchId, args } of calls) {
      // The braces keep all keys of an audience in one slot of a cluster.
      const key = `clusterdesk:live:{${audience}}`;
      const keys = [`${key}:cursor`, `${key}:events`, ...(batchId ? [`${key}:${batchId}`] : [])];
      const epoch = randomBytes(4).toString('hex');
      pipeline.eval(script, keys.length, ...keys, epoch, cursorKeptMs, ...args);
    }
    const answers = (await pipeline.exec()) ?? [];
    return answers.map(([error, answer]) => {
      if (error) {
        throw error;
      }
      return textsSchema.parse(answer);
    });
  }
}
