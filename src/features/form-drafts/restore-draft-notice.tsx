import { Button } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { useNow } from '../../ui/dates/clock.ts';
import { Message } from '../../ui/states/message.tsx';
import { formatAge } from '../../ui/format/format-age.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import type { FormDraftState } from './use-form-draft.ts';
import { deviceTimeZone } from '../../lib/device-time-zone.ts';

/** Form notice that offers to restore an unsaved draft; renders nothing if there is none. */
export function RestoreDraftNotice({ draft }: { draft: Omit<FormDraftState, 'idempotencyKey'> }) {
  const formats = useFormats(deviceTimeZone());
  const now = useNow();
  if (draft.savedAt === null) return null;
  const age = formatAge(formats, draft.savedAt, now);
  return (
    <Message
      state="waiting"
      title={<FormattedMessage id="draft.title" />}
      actions={
        <>
          <Button appearance="primary" onClick={draft.use}>
            <FormattedMessage id="draft.use" />
          </Button>
          <Button onClick={draft.discard}>
            <FormattedMessage id="draft.drop" />
          </Button>
        </>
      }
    >
      <FormattedMessage id="draft.text" values={{ age }} />
    </Message>
  );
}
