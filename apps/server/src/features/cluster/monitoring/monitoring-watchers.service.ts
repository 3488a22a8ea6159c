import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { rooms } from '@clusterdesk/contracts';
import { Realtime } from '../../../platform/realtime/realtime.service.js';

/** A process with a watcher says so this often, and what it said holds for so long. */
const sayMs = 4_000;
const holdsMs = 10_000;

const room = rooms.topic({ topic: 'monitoring' });

/** Whether anybody watches the monitoring page, in whichever process: metrics are published only then. */
@Injectable()
export class MonitoringWatchers implements OnModuleInit, OnApplicationShutdown {
  private watchedUntil = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly realtime: Realtime) {}

  onModuleInit(): void {
    this.realtime.console.on('roomWatched', (watched) => {
      if (watched === room) {
        this.watchedUntil = Date.now() + holdsMs;
      }
    });
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Somebody of this process begins to watch: all processes learn of it, for as long as anybody of this one does. */
  begin(): void {
    this.say();
    this.timer ??= setInterval(() => this.sayWhileWatched(), sayMs);
  }

  isWatched(): boolean {
    return Date.now() < this.watchedUntil;
  }

  private sayWhileWatched(): void {
    if (this.realtime.console.adapter.rooms.has(room)) {
      this.say();
    } else {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  private say(): void {
    this.realtime.broadcastToServers('roomWatched', room);
  }
}
