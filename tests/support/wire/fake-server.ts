/** The smallest server that keeps its side of the agent protocol, or only looks as if it did. */
export { FakeServer } from '../../../agent/src/testing/fake-server.js';
