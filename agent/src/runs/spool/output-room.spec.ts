import { limits } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { outputRoom } from './output-room.js';

const most = limits.jobOutputMaxBytes;

it.each([
  ['all that is ever kept where the disk has it', 4 * most, [most, most], most],
  ['half of what the others leave', 2 * most, [most / 2], (3 * most) / 4],
  ['whole blocks', most + 1, [], most / 2],
  ['as little as ever on a full disk', 0, [], 64 * 1024 ** 2],
  ['as little as ever where all is promised', 2 * most, [0, 0], 64 * 1024 ** 2],
])('the room of a job is %s', (_, free, others, room) => {
  expect(outputRoom(free, others)).toBe(room);
});
