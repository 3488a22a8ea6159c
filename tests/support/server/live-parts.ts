/** Both ends of the live connection and what lies between, for a suite that puts them together without the rest. */
export {
  LiveConnection,
  type LiveSocket,
} from '../../../apps/console/src/shared/live/connection/live-connection.js';
export { loadConfig, type Config } from '../../../apps/server/src/config/config.js';
export { LiveSubscriptions } from '../../../apps/server/src/features/sessions/live/live-subscriptions.service.js';
export { audience } from '../../../apps/server/src/platform/realtime/audience.js';
export { Realtime } from '../../../apps/server/src/platform/realtime/realtime.service.js';
export { Postgres } from '../../../apps/server/src/platform/database/postgres.js';
export { Timings } from '../../../apps/server/src/platform/timings.js';
