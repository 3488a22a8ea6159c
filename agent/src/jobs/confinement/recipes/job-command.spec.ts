import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { asAccount, interpreterOf } from './job-command.js';
import { environmentScript, shellQuote } from './shell.js';

describe('interpreterOf', () => {
  it.each([
    ['#!/usr/bin/perl\nx', ['/usr/bin/perl']],
    ['#! /usr/bin/perl -w \nx', ['/usr/bin/perl', '-w']],
    ['#!/usr/bin/env -S python3 -u\nx', ['/usr/bin/env', '-S python3 -u']],
    ['#!/bin/sh', ['/bin/sh']],
    ['#!/bin/sh\r\necho', ['/bin/sh']],
    ['echo "#!/bin/perl"', ['/bin/bash']],
    ['\n#!/bin/perl', ['/bin/bash']],
    ['', ['/bin/bash']],
  ])('%j', (script, interpreter) => {
    expect(interpreterOf(script)).toEqual(interpreter);
  });
});

describe('shellQuote', () => {
  it('keeps any text one word', () => {
    const texts = [`it's`, '$(id)', '`id`', 'a\nb', '\\', '', ' ', '"', "''", '-n', '云枢'];
    const script = texts.map((text) => `printf '%s\\0' ${shellQuote(text)}`).join('\n');
    const output = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
    expect(output.split('\0').slice(0, -1)).toEqual(texts);
  });
});

describe('environmentScript', () => {
  it('sets exactly what it is given', () => {
    const env = { ONE: "it's $HOME\n", TWO: '' };
    const script = `${environmentScript(env)}printf '%s|%s|' "$ONE" "$TWO"`;
    expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe("it's $HOME\n||");
  });
});

describe('asAccount', () => {
  it('gives a shared account no group but its own, and a mapped one all of its groups', () => {
    const account = { name: 'jobs', uid: 990, gid: 991, groups: [] };
    expect(asAccount(account)).toEqual(
      expect.arrayContaining(['--reuid=990', '--regid=991', '--clear-groups', '--no-new-privs']),
    );
    expect(asAccount({ ...account, groups: [991, 5] })).toContain('--groups=991,5');
  });
});
