/** Of one process (docs/operations.md, Connections): 12, or 24 of a server and a worker. */
const mostOfProcess = 12;

/** The most connections that each process of a cluster was seen to hold. */
export class HeldConnections {
  most = new Map();
  looking = Promise.resolve();

  constructor(cluster) {
    this.cluster = cluster;
  }

  /** Counts what is open now. */
  look() {
    this.looking = this.looking.then(async () => {
      for (const { name, postgres, redis } of await this.cluster.connections()) {
        const known = this.most.get(name) ?? { postgres: 0, redis: 0 };
        this.most.set(name, {
          postgres: Math.max(known.postgres, postgres),
          redis: Math.max(known.redis, redis),
        });
      }
    });
    return this.looking;
  }

  tell() {
    for (const [name, { postgres, redis }] of this.most) {
      const verdict = postgres > mostOfProcess ? `, MORE than ${mostOfProcess}` : '';
      console.log(
        `${name.padEnd(12)} held at most ${postgres} connections to PostgreSQL${verdict}, ${redis} to Redis`,
      );
    }
  }
}
