/**
 * How long signing in takes (aim: median below 150 ms), and what 20 sign-ins at once do to other calls.
 * Needs a built server (npm run build). Usage: node tests/load/sign-in.mjs
 */
import { percentile, startServer, time } from './server-run.mjs';

const server = await startServer();
try {
  await server.signIn();
  const alone = [];
  for (let round = 0; round < 50; round += 1) {
    alone.push(await time(server.signIn));
  }
  report('sign-in alone', alone);

  // The crowd is another user's: beyond so many sessions of one user the oldest end, whose token the other calls have.
  await server.query(
    `INSERT INTO user_account (user_name, password_hash, language) SELECT 'crowd', password_hash, language FROM user_account WHERE user_name = 'admin'`,
  );
  const token = await server.signIn();
  const ask = () => server.call('/menu/getUserMenuListTree', {}, token);
  const calm = [];
  for (let round = 0; round < 100; round += 1) {
    calm.push(await time(ask));
  }
  report('other calls, nobody signing in', calm);

  const busy = [];
  const crowd = [];
  for (let round = 0; round < 5; round += 1) {
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        busy.push(await time(ask));
      }
    })();
    crowd.push(
      ...(await Promise.all(Array.from({ length: 20 }, () => time(() => server.signIn('crowd'))))),
    );
    isOver = true;
    await others;
  }
  report('other calls during 20 sign-ins at once', busy);
  report('each of 20 sign-ins at once', crowd);
} finally {
  await server.stop();
}

function report(what, times) {
  const shown = [0.5, 0.95, 1].map((share) => `${percentile(times, share).toFixed(0)} ms`);
  console.log(`${what.padEnd(40)} median ${shown[0]}, 95% ${shown[1]}, most ${shown[2]}`);
}
