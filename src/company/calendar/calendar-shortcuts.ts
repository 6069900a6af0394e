import type { ScreenShortcut } from '../../ui/commands/screen-shortcuts.ts';

/** Shortcuts listed by the "?" help. */
export const CALENDAR_SHORTCUTS: readonly ScreenShortcut[] = [
  { keys: ['←', '→', '↑', '↓'], text: 'calendar.keys.days' },
  { keys: ['Page ↑', 'Page ↓'], text: 'calendar.keys.months' },
  { keys: ['Enter'], text: 'calendar.keys.open' },
  { keys: ['Space'], text: 'calendar.keys.select' },
  { keys: ['Shift', '←', '→', '↑', '↓'], text: 'calendar.keys.selectOn' },
  { keys: ['Alt', '←', '→', '↑', '↓'], text: 'calendar.keys.move' },
  { keys: ['Esc'], text: 'calendar.keys.back' },
];
