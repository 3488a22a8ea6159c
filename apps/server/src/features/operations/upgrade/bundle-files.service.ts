import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import {
  bundleHeadBytes,
  bundleMaxBytes,
  checkFits,
  openRelease,
  readBundleHead,
  ReleaseError,
  runningHere,
  type Release,
} from '@clusterdesk/contracts/release';
import { Config } from '../../../config/config.js';
import { version } from '../../../platform/version.js';

type OnBytes = (done: number) => void;

/** Bundles that arrive here before the launcher takes them: one at a time, in a folder of its own. */
@Injectable()
export class BundleFiles {
  private readonly folder: string;

  constructor(private readonly config: Config) {
    this.folder = join(config.dataDir, 'upgrades');
  }

  get path(): string {
    return join(this.folder, 'received.bundle');
  }

  /** Stores what comes, in the place of an earlier one. @throws ReleaseError when it is too large */
  async receive(source: Readable, onBytes: OnBytes): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o750 });
    const { bavail, bsize } = await statfs(this.folder);
    const mostBytes = Math.min(bundleMaxBytes + bundleHeadBytes, 0.9 * bavail * bsize);
    await pipeline(source, counting(mostBytes, onBytes), createWriteStream(this.path));
  }

  /** The first word on a bundle, for a quick answer; the launcher checks all of it again. @throws ReleaseError */
  async check(onBytes: (done: number, release: Release) => void): Promise<Release> {
    const { releaseKey } = this.config.updates;
    if (releaseKey === undefined) {
      throw new ReleaseError('UPGRADE_NO_KEY');
    }
    const file = await open(this.path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bundleHeadBytes), 0, null, 0);
      const { signed, start } = readBundleHead(buffer.subarray(0, bytesRead));
      const release = openRelease(signed, releaseKey);
      checkFits(release, runningHere(version));
      const { size } = await file.stat();
      const hash = createHash('sha256');
      let bytes = 0;
      const programs = createReadStream('', { fd: file, start, autoClose: false });
      for await (const piece of programs as AsyncIterable<Buffer>) {
        bytes += piece.length;
        hash.update(piece);
        onBytes(bytes, release);
      }
      if (size - start !== release.bytes || hash.digest('hex') !== release.sha256) {
        throw new ReleaseError('UPGRADE_BUNDLE_ALTERED');
      }
      return release;
    } finally {
      await file.close();
    }
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true });
  }
}

function counting(mostBytes: number, onBytes: OnBytes): Transform {
  let bytes = 0;
  return new Transform({
    transform: (piece: Buffer, _, done) => {
      bytes += piece.length;
      onBytes(bytes);
      const fault = bytes > bundleMaxBytes ? 'UPGRADE_BUNDLE_TOO_LARGE' : 'UPGRADE_NO_ROOM';
      done(bytes > mostBytes ? new ReleaseError(fault) : null, piece);
    },
  });
}
