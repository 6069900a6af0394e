/** Derives a later version from a build without building again: update tests need other files, not other code. */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

const TEXTS = new Set(['.js', '.css', '.html', '.json', '.webmanifest']);
/** A file with a content hash in its name. */
const HASHED = /^assets\/.+-[\w-]{8}\.(?:js|css)$/;
const FILE_NAMES = /[\w.~-]+\.(?:js|css)\b/g;

const hashOf = (algorithm: 'md5' | 'sha256', text: string) => createHash(algorithm).update(text);

/**
 * Copies the build in `from` to `to` as another version. As in a real build, a file that contains the version gets a
 * new name, and so does each file that refers to it; the worker's precache list follows.
 */
export function copyAsVersion(from: string, to: string, versions: { current: string; later: string }): void {
  rmSync(to, { recursive: true, force: true });
  // Without its source hash, which is written when the copy is complete.
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.vite/sources') });
  const paths = readdirSync(to, { recursive: true, encoding: 'utf8' }).filter((path) => TEXTS.has(extname(path)));
  const before = new Map(paths.map((path) => [path, readFileSync(join(to, path), 'utf8')]));

  const inQuotes = new RegExp(`(["'\`])${versions.current.replaceAll('.', '\\.')}\\1`, 'g');
  const newNames = new Map<string, string>();
  const rename = (path: string) => {
    const hash = hashOf('sha256', `${path} ${versions.later}`).digest('base64url').slice(0, 8);
    newNames.set(basename(path), basename(path).replace(/[\w-]{8}(?=\.\w+$)/, hash));
  };
  const hashed = [...before].filter(([path]) => HASHED.test(path));
  const withVersion = hashed.filter(([, text]) => text.match(inQuotes));
  if (withVersion.length === 0) throw new Error(`No script in ${from} contains the version ${versions.current}.`);
  for (const [path] of withVersion) rename(path);
  for (let count = 0; count !== newNames.size;) {
    count = newNames.size;
    for (const [path, text] of hashed)
      if (!newNames.has(basename(path)) && text.match(FILE_NAMES)?.some((name) => newNames.has(name))) rename(path);
  }

  const revisions: [string, string][] = [];
  for (const [path, text] of before) {
    const after = text
      .replace(FILE_NAMES, (name) => newNames.get(name) ?? name)
      .replace(inQuotes, (_match, quote: string) => `${quote}${versions.later}${quote}`);
    const newName = HASHED.test(path) ? newNames.get(basename(path)) : undefined;
    if (newName) rmSync(join(to, path));
    if (newName) writeFileSync(join(to, 'assets', newName), after);
    else if (after !== text) writeFileSync(join(to, path), after);
    if (after !== text) revisions.push([hashOf('md5', text).digest('hex'), hashOf('md5', after).digest('hex')]);
  }
  // Files without a hash in the name are listed with a revision hash.
  const worker = join(to, 'sw.js');
  const list = readFileSync(worker, 'utf8');
  writeFileSync(
    worker,
    revisions.reduce((text, [old, now]) => text.replaceAll(old, now), list),
  );
}
