import { expect, it } from '@jest/globals';
import { parseLink } from './parse-link.js';

const id = 'Zk3_9-aBcDeFgHiJkLmNoP';

it.each([
  [`http://host/receiveShare?id=${id}&verification=AB23CD`, { id, code: 'AB23CD' }],
  [
    `分享：a.txt\n链接：https://h/receiveShare?id=${id}&verification=AB23CD\n提取码：AB23CD`,
    { id, code: 'AB23CD' },
  ],
  [`Link: /receiveShare?id=${id}, code: xy12`, { id, code: 'xy12' }],
  [`https://h/receiveShare?verification=AB23CD&id=${id}。`, { id, code: 'AB23CD' }],
  [`提取码: 1234 ${id}`, { id, code: '1234' }],
  [id, { id, code: null }],
  ['nothing of the kind', { id: null, code: null }],
  ['', { id: null, code: null }],
])('reads %j', (text, parts) => expect(parseLink(text)).toEqual(parts));
