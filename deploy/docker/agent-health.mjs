/**
 * Health check of the agent, which opens no port: exits with 1 unless the agent's process holds a connection to the port of
 * AGENT_SERVER. That the host's load arrives is the platform's to see (the node's page).
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const { protocol, port } = new URL(process.env.AGENT_SERVER);
const serverPort = Number(port) || (protocol === 'https:' ? 443 : 80);
const established = '01';

const connected = new Set(
  ['tcp', 'tcp6']
    .flatMap((family) => readFileSync(`/proc/net/${family}`, 'utf8').trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , remote, state]) => state === established && portOf(remote) === serverPort)
    .map(([, , , , , , , , , inode]) => `socket:[${inode}]`),
);
if (!agents().some((pid) => socketsOf(pid).some((socket) => connected.has(socket)))) {
  console.error('The agent has no connection to the platform.');
  process.exit(1);
}

function portOf(address) {
  return parseInt(address.split(':')[1], 16);
}

/** It is process 1, or a child of a small init. */
function agents() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) =>
      read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '').includes('agent.cjs'),
    );
}

function socketsOf(pid) {
  return read(() => readdirSync(`/proc/${pid}/fd`), []).map((fd) =>
    read(() => readlinkSync(`/proc/${pid}/fd/${fd}`), ''),
  );
}

/** Processes and descriptors go while they are looked at; those of other accounts cannot be. */
function read(look, otherwise) {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
