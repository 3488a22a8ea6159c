/** Takes orders for the guest: runs a command of a shell as root in one of its hosts, and tells what it said. The guest ends with it. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [address] = process.env.CD_ADDRESS.split('/');
/** By name: the process that holds its mounts. */
const hosts = new Map();

/** A host: namespace of mounts in which the share is mounted, with a superblock and caches of its own. */
function join(name, options) {
  const mount = `mount -t nfs -o nosharecache,${options} 127.0.0.1:/ /srv/files`;
  const holder = spawn(
    'unshare',
    [
      '--mount',
      '--propagation',
      'private',
      'sh',
      '-c',
      `${mount} && echo up && exec sleep infinity`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  hosts.set(name, holder.pid);
  return new Promise((done, fail) => {
    holder.stdout.once('data', () => done({ code: 0, out: '' }));
    holder.once('exit', () => fail(new Error(`${name} could not mount`)));
  });
}

function run({ host, command, uid }) {
  const enter = host ? ['nsenter', '-t', String(hosts.get(host)), '-m', '--'] : [];
  const asUid = uid
    ? ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--init-groups', '--inh-caps=-all', '--']
    : [];
  const [program, ...args] = [...enter, ...asUid, '/bin/bash', '-c', command];
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (out += text));
    }
    // What it leaves running in the background keeps the pipes, and is not waited for.
    child.once('exit', (code) => setImmediate(() => done({ code, out })));
  });
}

createServer(async (request, response) => {
  try {
    let body = '';
    for await (const piece of request) {
      body += piece;
    }
    const order = JSON.parse(body);
    if (order.end) {
      response.end('{}');
      writeFileSync('/proc/sysrq-trigger', 'o');
      return;
    }
    const result = order.join ? await join(order.join, order.options) : await run(order);
    response.end(JSON.stringify(result));
  } catch (error) {
    response.end(JSON.stringify({ code: -1, out: String(error) }));
  }
}).listen(7000, address, () => console.log('guest is up'));
