/** `npm start`: builds the app if needed, opens the embedded backend, serves the app, and shuts down on Ctrl-C. */
import { formatError } from './user-error.ts';
import { checkNode, readSettings } from './settings.ts';

type Backend = import('./backend.ts').LocalBackend;

let backend: Backend | null = null;
let ending = false;

async function end() {
  // A second Ctrl-C exits at once.
  if (ending) process.exit(130);
  ending = true;
  try {
    await backend?.close();
    process.exit(0);
  } catch (failure) {
    console.error(formatError(failure));
    process.exit(1);
  }
}

async function main() {
  checkNode(process.version);
  const { port, dataFolder, demo, build } = readSettings(process.env);
  process.on('SIGINT', () => void end());
  process.on('SIGTERM', () => void end());
  const [{ buildApp, isBuildOld }, { createLocalBackend }, { startupMessage }] = await Promise.all([
    import('./build-app.ts'),
    import('./backend.ts'),
    import('./startup-message.ts'),
  ]);
  // Ctrl-C before this has resolved exits at once.
  const opened = await createLocalBackend({
    dataDir: dataFolder,
    demo: demo ? 'full' : 'none',
    port,
    onProgress: console.log,
  });
  backend = opened;
  if (build && isBuildOld()) {
    console.log('Building the app because the build is missing or outdated …');
    await buildApp();
  }
  if (!ending) console.log(startupMessage({ url: opened.url, demo, dataFolder, demoMadeAt: opened.demoMadeAt }));
}

main().catch(async (failure: unknown) => {
  console.error(`\n${formatError(failure)}\n`);
  await backend?.close().catch(() => undefined);
  process.exit(1);
});
