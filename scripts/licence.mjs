/** `npm run licence -- keygen|issue|inspect`: keys and licences, for whoever issues them (docs/operations.md, Licence). */
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isGenuine, keyIdOf, publicKeyText, signLicence } from './support/licence-file.mjs';

const usage = `npm run licence -- keygen [--out licence-key.pem]
    makes a key pair; the private key is written, the public one printed
npm run licence -- issue --key licence-key.pem --machine clusterdesk-machine.json --licensee NAME
    --expires YYYY-MM-DD [--users N] [--nodes N] [--out licence.json]
    makes a licence for the installation that exported the file
npm run licence -- inspect licence.json [--public-key KEY]
    says what a licence holds, and whether KEY (or LICENCE_PUBLIC_KEY) signed it`;

/** Something that whoever calls can mend. */
class Refusal extends Error {}

function need(condition, sentence) {
  if (!condition) {
    throw new Refusal(sentence);
  }
}

/** Writes a file that is not there yet. */
function create(path, text, mode) {
  try {
    writeFileSync(path, text, { flag: 'wx', mode });
  } catch (error) {
    need(
      error.code !== 'EEXIST',
      `${path} is there already. Move it away, or name another file by --out.`,
    );
    throw error;
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Refusal(`${path} cannot be read as JSON: ${error.message}`);
  }
}

function readPrivateKey(path) {
  const { mode } = statSync(path, { throwIfNoEntry: false }) ?? {};
  need(mode !== undefined, `There is no ${path}. Make a key by keygen.`);
  need(
    (mode & 0o077) === 0,
    `Others can read ${path}. Run chmod 600 ${path}; if they did, make another key.`,
  );
  const key = createPrivateKey(readFileSync(path));
  need(key.asymmetricKeyType === 'ed25519', `${path} is no Ed25519 key.`);
  return key;
}

/** The PEM of a public key, or what keygen printed. */
const readPublicKey = (text) =>
  text.includes('-----')
    ? createPublicKey(text.replaceAll('\\n', '\n'))
    : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });

function readLimit(name, text) {
  if (text === undefined) {
    return null;
  }
  need(/^\d{1,9}$/.test(text), `--${name} is a number.`);
  return Number(text);
}

/** The end of the day, where this runs. */
function readEnd(text = '') {
  const end = new Date(`${text}T23:59:59`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(end.getTime());
  need(isDay && end.getDate() === Number(text.slice(-2)), '--expires is a day such as 2027-12-31.');
  need(end > new Date(), `${text} is over already.`);
  return end;
}

/** As the server reads it: whole seconds. */
const timeText = (date) => date.toISOString().replace(/\.\d+/, '');

function keygen({ out = 'licence-key.pem' }) {
  const { privateKey } = generateKeyPairSync('ed25519');
  create(out, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  console.error(`The private key is in ${out}. Keep it away from every platform, and keep a copy.`);
  console.log(`LICENCE_PUBLIC_KEY=${publicKeyText(privateKey)}`);
}

function issue({ key, machine, licensee = '', expires, users, nodes, out = 'licence.json' }) {
  need(key && machine, usage);
  const privateKey = readPrivateKey(key);
  const exported = readJson(machine);
  const isMachine = exported?.format === 'clusterdesk-machine' && exported.version === 1;
  need(
    isMachine && /^[0-9a-f]{64}$/.test(exported.machine),
    `${machine} is not what Export Configuration gives.`,
  );
  const name = licensee.trim();
  need(
    name !== '' && name.length <= 200 && !/\p{C}/u.test(name),
    '--licensee is a name of at most 200 characters.',
  );
  const licence = {
    id: randomUUID(),
    licensee: name,
    machine: exported.machine,
    issued: timeText(new Date()),
    expires: timeText(readEnd(expires)),
    limits: { users: readLimit('users', users), nodes: readLimit('nodes', nodes) },
  };
  create(out, `${JSON.stringify(signLicence(licence, privateKey), null, 2)}\n`, 0o644);
  console.error(`The licence for ${name} is in ${out}.`);
}

function inspect({ 'public-key': publicKey = process.env.LICENCE_PUBLIC_KEY }, path) {
  need(path, usage);
  const licence = readJson(path);
  need(licence?.format === 'clusterdesk-licence', `${path} is no licence.`);
  const { licensee, id, machine, issued, expires, limits, key } = licence;
  console.log(JSON.stringify({ licensee, id, machine, issued, expires, limits, key }, null, 2));
  if (!publicKey) {
    console.log('Name a key by --public-key to have the signature checked.');
    return;
  }
  const trusted = readPublicKey(publicKey);
  need(keyIdOf(trusted) === key, `Another key than this one (${keyIdOf(trusted)}) signed it.`);
  need(isGenuine(licence, trusted), 'It is damaged or was altered: its signature does not fit.');
  need(new Date(expires) > new Date(), 'Its signature fits. It has expired.');
  console.log('Its signature fits, and it has not expired.');
}

const text = { type: 'string' };
const options = {
  out: text,
  key: text,
  machine: text,
  licensee: text,
  expires: text,
  users: text,
  nodes: text,
  'public-key': text,
};

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command, path] = positionals;
  const act = { keygen, issue, inspect }[command];
  need(act, usage);
  act(values, path);
} catch (error) {
  if (!(error instanceof Refusal) && !String(error.code).startsWith('ERR_')) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = 1;
}
