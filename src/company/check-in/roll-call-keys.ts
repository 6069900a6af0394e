/** The keys of an open departure, as "?" lists them. */
import type { MessageId } from '../../i18n/message-id.ts';

export interface KeyHelp {
  keys: readonly string[];
  does: MessageId;
}

export const ROLL_CALL_KEYS: readonly KeyHelp[] = [
  { keys: ['/'], does: 'checkIn.keys.search' },
  { keys: ['↓', '↑'], does: 'checkIn.keys.rows' },
  { keys: ['Space'], does: 'checkIn.keys.act' },
  { keys: ['←', '→'], does: 'checkIn.keys.parts' },
  { keys: ['Home', 'End'], does: 'checkIn.keys.ends' },
  { keys: ['PgUp', 'PgDn'], does: 'checkIn.keys.pages' },
  { keys: ['Esc'], does: 'checkIn.keys.clear' },
  { keys: ['?'], does: 'checkIn.keys.help' },
];
