import { consoleNamespace, endpoints } from '@clusterdesk/contracts';
import { io } from 'socket.io-client';
import { LiveConnection } from '../../../apps/console/src/shared/live/connection/live-connection.js';
import type { ApiClient } from '../platform/api-client.js';
import { waitFor } from '../wait-for.js';

/**
 * A window of the console that shows the user's own files, at one server: it asks for them when it is told that they changed, or that
 * it may have missed something, and never by itself.
 */
export class LiveWindow {
  /** The paths that it shows. */
  shown: ReadonlySet<string> = new Set();
  /** How often it was told of a change, and of a gap. */
  readonly told = { changes: 0, gaps: 0 };
  private readonly connection: LiveConnection;
  private readonly socket;
  private asking: Promise<unknown> | null = null;
  private mustAskAgain = false;

  constructor(private readonly client: ApiClient) {
    this.socket = io(`${client.url}${consoleNamespace}`, {
      auth: { token: client.token },
      autoConnect: false,
      forceNew: true,
      transports: ['websocket'],
      reconnectionDelay: 100,
      reconnectionDelayMax: 1_000,
    });
    this.connection = new LiveConnection(this.socket, () => true);
    this.connection.on('filesChanged', () => {
      this.told.changes += 1;
      this.ask();
    });
    this.connection.onGap(() => {
      this.told.gaps += 1;
      this.ask();
    });
    this.connection.open();
  }

  /** Waits until it is connected. */
  static async open(client: ApiClient): Promise<LiveWindow> {
    const window = new LiveWindow(client);
    await waitFor('the window to be connected', () => window.socket.connected);
    return window;
  }

  get isConnected(): boolean {
    return this.socket.connected;
  }

  close(): void {
    this.connection.close();
  }

  /** One question at a time; what comes meanwhile asks once more, and a refusal is asked again as the console does. */
  private ask(): void {
    this.mustAskAgain = true;
    this.asking ??= this.askUntilKnown().finally(() => (this.asking = null));
  }

  private async askUntilKnown(): Promise<void> {
    while (this.mustAskAgain) {
      this.mustAskAgain = false;
      const rows = await waitFor(
        'the files',
        async () => (await this.client.expectOk(endpoints.disk.list, {})).result,
        120_000,
        500,
      );
      this.shown = new Set(rows.map(({ path }) => path));
    }
  }
}
