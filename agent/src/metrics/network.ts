/** Bytes that came in and went out since boot. */
export interface NetworkBytes {
  received: number;
  sent: number;
}

/**
 * Reads /proc/net/dev: the sum of all interfaces that are a way to others. The loopback, bridges and the host's ends of containers
 * would count once more what goes through a card.
 */
export function parseNetworkBytes(text: string): NetworkBytes {
  const sum = { received: 0, sent: 0 };
  for (const line of text.split('\n')) {
    const [, name = '', rest = ''] = /^\s*([^:\s]+):\s*(.*)$/.exec(line) ?? [];
    const counts = rest.trim().split(/\s+/).map(Number);
    if (counts.length >= 16 && !isInner(name)) {
      sum.received += counts[0] ?? 0;
      sum.sent += counts[8] ?? 0;
    }
  }
  return sum;
}

const isInner = (name: string): boolean =>
  /^(lo|docker\d|br-|virbr|veth|vnet|tap|tun|cni|flannel|cali|bond\d|dummy|ifb)/.test(name);

/** Bytes a second between two readings; null when a counter went back, as that of a card which was taken out. */
export function bytesPerSecond(before: number, after: number, seconds: number): number | null {
  return after < before || seconds <= 0 ? null : Math.round((after - before) / seconds);
}
