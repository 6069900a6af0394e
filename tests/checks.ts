/**
 * `npm run check`: all that is known of the sources without a test, two at a time, as each is a single thread and there are two cores. What one
 * says is told when it ends, whole; all of them are run, and it fails when any has.
 */
import { spawn } from 'node:child_process';

/** The longest first, so that none is left over for a core alone. */
const CHECKS = ['lint', 'types', 'bundle', 'format:check', 'db:types -- --check', 'deps', 'locales'];
const AT_ONCE = 2;

const waiting = CHECKS.values();

function run(check: string): Promise<void> {
  const from = performance.now();
  const said: Buffer[] = [];
  const child = spawn('npm', ['run', '--silent', ...check.split(' ')], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
  return new Promise((ended) => {
    child.on('close', (code) => {
      const seconds = ((performance.now() - from) / 1000).toFixed(1);
      console.info(
        `${code === 0 ? 'Passed' : 'Failed'} after ${seconds} s: ${check}\n${Buffer.concat(said).toString()}`,
      );
      if (code !== 0) process.exitCode = 1;
      ended();
    });
  });
}

await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const check of waiting) await run(check);
  }),
);
