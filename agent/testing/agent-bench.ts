import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { join } from 'node:path';
import { jobMarker } from '../src/runs/processes/launcher.js';
import { findMembers } from '../src/runs/processes/process-tree.js';
import {
  type Bench,
  createBench,
  type HostOptions,
  removeBench,
  TestHost,
  until,
} from './agent-process.js';
import { FakeServer } from './fake-server.js';

/** A script that says `up` and runs until somebody ends it. */
export const loop = 'echo up; while :; do sleep 0.1; done';

/** What the specs of running agents work with: a server for each test, and the host that talks to it. */
export class AgentBench {
  server = new FakeServer();
  private files: Bench | null = null;
  private current: TestHost | null = null;
  private count = 0;

  /** Registers what comes before and after the tests of the file that makes it. */
  constructor() {
    beforeAll(() => {
      this.files = createBench();
    });
    beforeEach(async () => {
      this.server = new FakeServer();
      await this.server.start();
    });
    afterEach(async () => {
      await this.current?.end();
      this.current = null;
      await this.server.stop();
    });
    afterAll(async () => {
      if (this.files !== null) {
        await removeBench(this.files);
      }
    });
  }

  /** The host of this test. */
  get host(): TestHost {
    if (this.current === null) {
      throw new Error('This test has no host yet: call addHost or startHost.');
    }
    return this.current;
  }

  /** A host with folders of its own whose agent is not started yet; it becomes `host`. */
  addHost(env: Record<string, string> = {}, options: HostOptions = {}): TestHost {
    this.count += 1;
    this.current = this.twinOfHost(env, options);
    return this.current;
  }

  /** One more agent over the folders of `host`; the test ends it itself. */
  twinOfHost(env: Record<string, string> = {}, options: HostOptions = {}): TestHost {
    if (this.files === null) {
      throw new Error('Hosts are made within tests.');
    }
    return new TestHost(this.files, `host-${String(this.count)}`, env, options);
  }

  /** A host whose agent has said hello. */
  async startHost(env: Record<string, string> = {}, options: HostOptions = {}): Promise<void> {
    // The server may not have seen yet that the agent of a host before this one has gone.
    const hellos = this.server.hellos.length;
    this.addHost(env, options);
    this.host.start(this.server.url);
    await until(
      `the hello of the agent (it said: ${this.host.lines})`,
      () => this.server.hellos.length > hellos && this.server.isConnected,
    );
  }

  /** Starts the agent of `host` again and waits for its hello. */
  async restartHost(): Promise<void> {
    const hellos = this.server.hellos.length;
    this.host.start(this.server.url);
    await until('the next hello', () => this.server.hellos.length > hellos);
  }

  /** The processes of a job that runs on `host`. */
  membersOf(jobId: string, attempt = 1): number[] {
    const marker = jobMarker(join(this.host.stateDir, 'jobs', jobId), attempt);
    return findMembers(null, marker).map(({ pid }) => pid);
  }

  /** Whether a job of `loop` has begun; for `until`. */
  isUp(jobId: string): () => boolean {
    return () => this.server.job(jobId).output.includes('up\n');
  }

  /** Whether the server has heard of a job's end; for `until`. */
  hasEnded(jobId: string): () => boolean {
    return () => this.server.job(jobId).ended !== null;
  }
}
