export * from './atomic-file.js';
export * from './descriptors.js';
export * from './instance-lock.js';
export * from './process-identity.js';
export * from './process-table.js';
