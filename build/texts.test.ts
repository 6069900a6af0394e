import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { texts } from './texts.ts';

/** Returns the messages of one catalogue, as the plugin compiles them. */
function catalogue(name: string): Record<string, unknown> {
  const { load } = texts() as unknown as { load(this: object, id: string): string };
  const code = load.call({ addWatchFile: () => undefined }, `\0texts:${name}-en`);
  const [, json] = /^export default JSON\.parse\((.*)\);$/.exec(code)!;
  return JSON.parse(JSON.parse(json!) as string) as Record<string, unknown>;
}

const areaOf = (area: string) =>
  JSON.parse(readFileSync(new URL(`../locales/${area}/en.json`, import.meta.url), 'utf8')) as Record<string, string>;

test('the start has the page titles of every area, for the menu, and no other texts of those areas', () => {
  const start = catalogue('start');
  expect(start).toMatchObject({ 'route.tours': areaOf('tours')['route.tours'], 'app.name': 'Muster' });
  expect(Object.keys(start).filter((id) => id.startsWith('tours.'))).toEqual([]);
});

test('an area that loads with its screen has all of its texts but the page title', () => {
  const ids = Object.keys(areaOf('tours')).filter((id) => id !== 'route.tours');
  expect(Object.keys(catalogue('tours'))).toEqual(ids);
  expect(Object.keys(catalogue('team'))).toContain('join.accept');
});
