/**
 * Before each test, what earlier ones left in the browser goes: the files of this project share a tab's cookies and storage, and a
 * language that a person chose in one would be the next one's.
 */
import { beforeEach } from 'vitest';

beforeEach(() => {
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=', 1)[0]}=; path=/; max-age=0`;
  localStorage.clear();
  sessionStorage.clear();
});
