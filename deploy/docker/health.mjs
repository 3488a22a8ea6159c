/** Health check of server and worker: `health.mjs PORT|WORKER_PORT`, the variable that names the port. Exits with 1 unless the process answers. */
const port = process.env[process.argv[2]];
const answer = await fetch(`http://127.0.0.1:${port}/api/health/live`, {
  signal: AbortSignal.timeout(8_000),
}).catch((error) => ({ ok: false, status: error.message }));
if (!answer.ok) {
  console.error(answer.status);
  process.exit(1);
}
