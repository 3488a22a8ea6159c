import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { workspace } from '../support/platform/platform.js';
import { environmentNames, launched } from '../support/platform/service-environment.js';

const source = join(workspace, 'deploy/systemd');
const services = ['server@.service', 'worker@.service', 'migrate.service'].map(
  (name) => `clusterdesk-${name}`,
);
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

let prefix: string;
let units: string;

/** A unit with what the installer puts beside it, as systemd reads them: all values of a key, in order. */
function valuesOf(unit: string, key: string): string[] {
  const extra = join(units, `${unit}.d`);
  const texts = [
    join(units, unit),
    ...readdirSync(extra)
      .sort()
      .map((name) => join(extra, name)),
  ].map((file) => readFileSync(file, 'utf8'));
  return [...texts.join('\n').matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(
    ([, value = '']) => value,
  );
}

const variablesOf = (unit: string): Record<string, string> =>
  Object.fromEntries(
    valuesOf(unit, 'Environment').flatMap((line) => line.split(' ').map((each) => each.split('='))),
  ) as Record<string, string>;

describe('the units of systemd', () => {
  beforeAll(() => {
    prefix = mkdtempSync(join(tmpdir(), 'clusterdesk-units-'));
    units = join(prefix, 'etc/systemd/system');
    execFileSync('sh', [join(source, 'install.sh'), '--prefix', prefix], { stdio: 'pipe' });
  });
  afterAll(() => rmSync(prefix, { recursive: true, force: true }));

  test('are laid out for a package, with programs and without secrets', () => {
    for (const unit of services) {
      const [program = ''] = /\/opt\/\S+/.exec(valuesOf(unit, 'ExecStart').join(' ')) ?? [];
      expect([unit, existsSync(join(prefix, program))]).toEqual([unit, true]);
    }
    expect(existsSync(join(prefix, 'etc/clusterdesk'))).toBe(false);
  });

  (hasSystemd ? test : test.skip)('are what systemd understands', () => {
    const names = ['clusterdesk.target', ...services.map((name) => name.replace('@', '@1'))];
    const { stdout, stderr, status } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', ...names.map((name) => join(units, name))],
      { encoding: 'utf8', env: { ...process.env, SYSTEMD_UNIT_PATH: `${units}:` } },
    );
    const said = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('clusterdesk'));
    expect([status, said]).toEqual([0, []]);
  });

  test('set variables that the programs read, and take a stop longer than theirs', () => {
    const installer = readFileSync(join(source, 'install.sh'), 'utf8');
    const [, settings = ''] = /^settings='([^']+)'/m.exec(installer) ?? [];
    const ofSystem = ['NODE_ENV', ...Object.keys(launched.allocator)];
    for (const unit of services) {
      const names = [...Object.keys(variablesOf(unit)), ...settings.split(/\s+/)];
      expect(
        names.filter((name) => !environmentNames.includes(name) && !ofSystem.includes(name)),
      ).toEqual([]);
      expect(variablesOf(unit)).toMatchObject(launched.allocator);
    }
    for (const unit of services.slice(0, 2)) {
      const stopMs = Number(variablesOf(unit)['STOP_TIMEOUT_MS']);
      expect(Number(valuesOf(unit, 'TimeoutStopSec')[0]) * 1000).toBeGreaterThan(stopMs);
      expect(variablesOf(unit)['MIGRATE']).toBe('never');
    }
    expect(valuesOf(services[0]!, 'ExecStart')[0]).toContain(` ${launched.flags.join(' ')} `);
  });

  test('give the services nothing but what they need', () => {
    for (const unit of services) {
      for (const [key, value] of [
        ['User', 'clusterdesk'],
        ['NoNewPrivileges', 'yes'],
        ['CapabilityBoundingSet', ''],
        ['ProtectSystem', 'strict'],
        ['ProtectHome', 'yes'],
        ['EnvironmentFile', '/etc/clusterdesk/clusterdesk.env'],
      ] as const) {
        expect([unit, key, valuesOf(unit, key).at(-1)]).toEqual([unit, key, value]);
      }
    }
    // The agent has one unit, its installer's.
    expect(readdirSync(units).filter((name) => name.includes('agent'))).toEqual([]);
  });
});
