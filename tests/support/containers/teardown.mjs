import { endEngine } from './setup.mjs';

export default function tearDownContainers() {
  endEngine();
}
