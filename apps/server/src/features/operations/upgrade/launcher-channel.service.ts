import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  fromLauncherSchema,
  type LauncherUpgrade,
  type ToLauncher,
} from '@clusterdesk/contracts/release';
import { Config } from '../../../config/config.js';

/** The server's channel to the launcher, which alone switches programs. */
@Injectable()
export class LauncherChannel implements OnModuleInit {
  private state: LauncherUpgrade | null = null;
  private isKnown = false;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly config: Config) {}

  /** Without one, upgrades are an operator's. */
  get isThere(): boolean {
    return this.config.launcher !== undefined && process.send !== undefined;
  }

  /** The database is the operator's own: the launcher can neither copy it nor put it back. */
  get hasOwnDatabase(): boolean {
    return this.config.launcher === 'external';
  }

  /** Whether the launcher has said what it is at. */
  get hasAnswered(): boolean {
    return this.isKnown;
  }

  /** The upgrade that the launcher is at, or the last one. */
  get upgrade(): LauncherUpgrade | null {
    return this.state;
  }

  onModuleInit(): void {
    if (!this.isThere) {
      return;
    }
    process.on('message', this.hear);
    this.tell({ kind: 'upgrade.ask' });
  }

  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  /**
   * @param bundle path of a whole file that the launcher reads
   * @param request what the launcher calls the upgrade
   */
  begin(bundle: string, request: string): void {
    this.tell({ kind: 'upgrade.begin', bundle, request });
  }

  private tell(message: ToLauncher): void {
    process.send?.(message);
  }

  readonly hear = (message: unknown): void => {
    const { success, data } = fromLauncherSchema.safeParse(message);
    if (success) {
      this.state = data.upgrade;
      this.isKnown = true;
      this.listeners.forEach((listener) => listener());
    }
  };
}
