export * from './envelope.js';
export * from './endpoint.js';
export * from './wire.js';
export * from './limits.js';
export * from './tasks.js';
export * from './console-events.js';
export * from './agent-protocol.js';
export * from './endpoints/registry.js';
