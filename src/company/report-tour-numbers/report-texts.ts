import type { MessageId } from '../../i18n/message-id.ts';
import type { StateName } from '../../ui/theme/state-colours.ts';
import type { ReportGroup } from './reports.ts';

/** Label of each report group, with the number of its reports as `count`, and its badge state. */
export const GROUP_TEXTS = {
  overdue: { id: 'numbers.group.overdue', state: 'no' },
  returned: { id: 'numbers.group.returned', state: 'attention' },
  open: { id: 'numbers.group.open', state: 'waiting' },
  submitted: { id: 'numbers.group.submitted', state: 'ok' },
  locked: { id: 'numbers.group.locked', state: 'neutral' },
  not_required: { id: 'numbers.group.notRequired', state: 'neutral' },
} as const satisfies Record<ReportGroup, { id: MessageId; state: StateName }>;
