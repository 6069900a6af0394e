/** Keyboard shortcuts of an open departure, listed by "?". */
import type { MessageId } from '../../../i18n/message-id.ts';

export const ROLL_CALL_SHORTCUTS: readonly { keys: readonly string[]; text: MessageId }[] = [
  { keys: ['/'], text: 'checkIn.keys.search' },
  { keys: ['↓', '↑'], text: 'checkIn.keys.rows' },
  { keys: ['Space'], text: 'checkIn.keys.button' },
  { keys: ['←', '→'], text: 'checkIn.keys.parts' },
  { keys: ['Home', 'End'], text: 'checkIn.keys.ends' },
  { keys: ['PgUp', 'PgDn'], text: 'checkIn.keys.pages' },
  { keys: ['Esc'], text: 'checkIn.keys.clear' },
];
