/** `npm run demo:reset`: empties the data folder and creates the demo again. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { formatError, UserError } from './user-error.ts';
import { OWN_ENTRIES, foreignEntries } from './private-files.ts';
import { checkNode, readSettings } from './settings.ts';

async function main() {
  checkNode(process.version);
  const { dataFolder, demo } = readSettings(process.env);
  const { createLocalBackend } = await import('./backend.ts');
  const { openDataFolder } = await import('./data-folder.ts');
  if (existsSync(dataFolder)) {
    const strange = foreignEntries(dataFolder);
    if (strange.length > 0) {
      throw new UserError(
        `Nothing was deleted: ${dataFolder} contains files that Muster did not create (${strange.slice(0, 3).join(', ')}).`,
        'Move them out of the folder, or choose another with MUSTER_DATA.',
      );
    }
    // Holding the lock proves that no server has the folder open.
    const folder = openDataFolder(dataFolder);
    try {
      for (const name of OWN_ENTRIES)
        if (name !== 'lock') rmSync(join(dataFolder, name), { recursive: true, force: true });
    } finally {
      folder.release();
    }
  }
  const backend = await createLocalBackend({
    dataDir: dataFolder,
    demo: demo ? 'full' : 'none',
    port: null,
    dist: null,
    onProgress: console.log,
  });
  await backend.close();
  console.log(
    demo ? `The demo was recreated in ${dataFolder}. Start it with npm start.` : `${dataFolder} is now empty.`,
  );
}

main().then(
  () => process.exit(0),
  (failure: unknown) => {
    console.error(`\n${formatError(failure)}\n`);
    process.exit(1);
  },
);
