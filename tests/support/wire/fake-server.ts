/** The smallest server that keeps its side of the agent protocol, or only looks as if it did. */
export { FakeServer } from '../../../agent/testing/fake-server.js';
