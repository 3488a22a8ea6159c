import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccelLinks } from './accel-links.service.js';
import { sendDownload } from './download-sender.js';
import { DownloadService } from '../download.service.js';
import { RunningDownloads } from './running-downloads.service.js';

/** A client that takes nothing for so long is gone: its descriptor and its connection are freed. */
export const downloadSilenceMs = 60_000;

/** Sends what a token stands for, as long as the right to it lasts and somebody takes it. */
@Injectable()
export class DownloadDelivery {
  constructor(
    private readonly downloads: DownloadService,
    private readonly accel: AccelLinks,
    private readonly running: RunningDownloads,
  ) {}

  /** What nginx sends in the server's place (X-Accel-Redirect) goes to its end: the right was asked when it began. */
  async send(
    request: Request,
    response: Response,
    token: string,
    silenceMs = downloadSilenceMs,
  ): Promise<void> {
    const opened = await this.downloads.open(token);
    const work = this.running.begin(opened);
    work.signal.addEventListener('abort', () => response.destroy());
    response.setTimeout(silenceMs, () => response.destroy());
    try {
      await sendDownload(request, response, opened, () => this.accel.redirectFor(request, opened));
    } finally {
      work.end();
      response.setTimeout(0);
    }
  }
}
