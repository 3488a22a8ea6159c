import { setTimeout as sleep } from 'node:timers/promises';

/** Figures are told this often; presence is looked at each second. */
const rowMs = 10_000;
const lookMs = 1_000;
/** Agents that are cut off begin to come back at once; nobody has anything to send before. */
const beginMs = 3_000;

/** Follows a thousand agents that come back with what they kept, until all of it is stored and a little longer. */
export async function watchReturn({ ask, query, pss, spread }) {
  const begin = performance.now();
  const total = { unanswered: 0, piecesUnanswered: 0, viewerDrops: 0, mostOffline: 0, pssMb: 0 };
  let replaying = Infinity;
  await sleep(beginMs);
  for (let after = 0; replaying > 0 || after < 2; after += replaying > 0 ? 0 : 1) {
    const presence = await watchPresence(query);
    const [agents, viewers] = await ask();
    replaying = agents.replaying;
    total.unanswered += agents.unanswered;
    total.piecesUnanswered += agents.piecesUnanswered;
    total.viewerDrops += viewers.drops;
    total.mostOffline = Math.max(total.mostOffline, presence.offline);
    total.pssMb = Math.max(total.pssMb, Math.round(pss()));
    const [{ count }] = await query('SELECT count(*)::int AS count FROM node_metric');
    const row = {
      connected: agents.connected,
      replaying,
      stored: count,
      ...presence,
      liveUnanswered: agents.unanswered,
      liveMs: spread(agents.answerMs),
      piecesUnanswered: agents.piecesUnanswered,
      pieceMs: spread(agents.pieceMs),
      viewers: viewers.watching,
      viewerDrops: viewers.drops,
      mostSamplesOfEvent: viewers.mostSamples,
      pushMs: spread(viewers.ages),
    };
    console.log(`${Math.round((performance.now() - begin) / 1_000)} s`, JSON.stringify(row));
  }
  console.log('in all', JSON.stringify(total));
}

/** The most nodes that were offline, and the longest that one was not heard from, though each agent was connected. */
async function watchPresence(query) {
  const most = { offline: 0, silentMs: 0 };
  for (let waited = 0; waited < rowMs; waited += lookMs) {
    await sleep(lookMs);
    const [row] = await query(
      `SELECT count(*) FILTER (WHERE NOT is_online)::int AS offline,
              coalesce(max(extract(epoch FROM now() - last_seen_at) * 1000), 0)::int AS "silentMs"
       FROM node WHERE connection_id IS NOT NULL`,
    );
    most.offline = Math.max(most.offline, row.offline);
    most.silentMs = Math.max(most.silentMs, row.silentMs);
  }
  return most;
}
