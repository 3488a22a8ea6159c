import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccelLinks } from './accel-links.service.js';
import { sendDownload } from './download-sender.js';
import { DownloadService } from '../download.service.js';
import { RunningDownloads } from './running-downloads.service.js';

/** A client that reads nothing for this long is gone: its descriptor and its connection are freed. */
export const downloadSilenceMs = 60_000;

/** Sends what a token stands for, while the right to it lasts and the client reads. */
@Injectable()
export class DownloadDelivery {
  constructor(
    private readonly downloads: DownloadService,
    private readonly accel: AccelLinks,
    private readonly running: RunningDownloads,
  ) {}

  /** What nginx sends instead (X-Accel-Redirect) is not interrupted: the right was checked when it began. */
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
