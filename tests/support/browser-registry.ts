/**
 * The Chromium of the npm registry, unpacked here: the package's own code needs a newer Node, and reuses whatever
 * version it finds in the system's temporary folder.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { REPOSITORY } from '../../supabase/local/settings.ts';

export interface UnpackedBrowser {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * Returns the files of a tar archive. Supports plain files with short names, which is all that the package contains.
 */
export function untar(archive: Uint8Array): { name: string; bytes: Uint8Array }[] {
  const text = (from: number, length: number) =>
    Buffer.from(archive.subarray(from, from + length))
      .toString('latin1')
      .replace(/\0.*$/s, '');
  const files: { name: string; bytes: Uint8Array }[] = [];
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    if (text(at + 156, 1) === '0')
      files.push({ name: text(at, 100), bytes: archive.subarray(at + 512, at + 512 + size) });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

function unpack(packed: string, folder: string): void {
  // Written aside and renamed when complete: another run may be unpacking the same.
  const own = `${folder}.${process.pid}`;
  const write = (name: string, bytes: Uint8Array) => {
    const file = join(own, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes, { mode: 0o755 });
  };
  const read = (name: string) => brotliDecompressSync(readFileSync(join(packed, name)));
  write('chromium', read('chromium.br'));
  for (const name of ['swiftshader.tar.br', 'al2023.tar.br', 'fonts.tar.br'])
    for (const file of untar(read(name))) write(file.name, file.bytes);
  const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`;
  write('fonts.conf', Buffer.from(fonts));
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
}

/** Returns the unpacked browser, or a sentence that says why this machine cannot run it. */
export function registryBrowser(): UnpackedBrowser | string {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'The Chromium from npm runs only on Linux x64.';
  const home = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const folder = join(REPOSITORY, 'tests/.output', `chromium-${version}`);
  if (!existsSync(join(folder, 'chromium'))) unpack(join(home, 'bin'), folder);
  const executablePath = join(folder, 'chromium');
  // A minimal machine lacks fonts, and libraries that come with the package.
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  let response = '';
  for (const env of [fonts, { ...fonts, LD_LIBRARY_PATH: join(folder, 'lib') }]) {
    const trial = spawnSync(executablePath, ['--version'], {
      env: { ...(process.env as Record<string, string>), ...env },
      encoding: 'utf8',
    });
    if (trial.status === 0) return { executablePath, env };
    response = trial.stderr || String(trial.error ?? trial.signal);
  }
  return `The Chromium from npm does not start here: ${response.trim()}`;
}
