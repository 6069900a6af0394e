import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';

/** Sets the document's title from a message or a name, followed by the operator's name. */
export function DocumentTitle({ id, name, of }: { id?: MessageId; name?: string; of?: string | undefined }) {
  const intl = useIntl();
  const page = id ? intl.formatMessage({ id }) : (name ?? '');
  const title = intl.formatMessage({ id: 'app.title' }, { page, app: of ?? intl.formatMessage({ id: 'app.name' }) });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
