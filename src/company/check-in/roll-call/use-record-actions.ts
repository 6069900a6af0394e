/** Records actions at the meeting point, each with a toast that offers undo for ten seconds. */
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import { checkInActions, undoActionsOf } from './attendance-actions.ts';
import { bookingActions, departureActions } from './departure-actions.ts';
import { createRecentTaps } from './recent-taps.ts';
import type { RecordActions } from './roll-call-context.ts';
import type { RecordContext } from './undo-toasts.ts';

export function useRecordActions(ids: { companyId: Uuid; departureId: Uuid }, formats: Formats): RecordActions {
  const intl = useIntl();
  const { companyId, departureId } = ids;
  // Recent taps outlive the handlers, which are recreated when texts load.
  const [recent] = useState(createRecentTaps);
  return useMemo(() => {
    const context: RecordContext = { at: { companyId, departureId }, recent, formats, intl };
    return {
      ...checkInActions(context),
      ...undoActionsOf(context),
      ...bookingActions(context),
      ...departureActions(context),
    };
  }, [companyId, departureId, formats, intl, recent]);
}
