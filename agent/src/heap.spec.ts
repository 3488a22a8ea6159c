import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '@clusterdesk/contracts';
import { describe, expect, it } from '@jest/globals';
import { AgentBench } from '../testing/agent-bench.js';
import { isRoot, until } from '../testing/agent-process.js';

const installer = join(dirname(fileURLToPath(import.meta.url)), '../install.sh');
const jobIds = Array.from({ length: 8 }, (_, index) => `j${String(index)}`);

const bench = new AgentBench();

describe('an agent with the small heap of its service', () => {
  it('takes the largest scripts, many at once', async () => {
    const [heap = ''] = /--max-old-space-size=\S+ \S+/.exec(readFileSync(installer, 'utf8')) ?? [];
    const unconfined: Record<string, string> = isRoot ? {} : { AGENT_ALLOW_UNCONFINED: 'true' };
    await bench.startHost({ NODE_OPTIONS: heap, ...unconfined });
    // Each of these characters takes seven in the message.
    const start = 'exit 0\n';
    const script = start + '\u0001'.repeat(limits.scriptMaxBytes - start.length);
    const replies = await Promise.all(
      jobIds.map((jobId) => bench.server.run(bench.host.command(jobId, script))),
    );
    expect(replies).toEqual(jobIds.map(() => ({ isAccepted: true })));
    await until('their ends', () => jobIds.every((jobId) => bench.hasEnded(jobId)()));
    expect(bench.server.hellos).toHaveLength(1);
  });
});
