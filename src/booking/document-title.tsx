import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../i18n/message-id.ts';

export function DocumentTitle({ id }: { id: MessageId }) {
  const intl = useIntl();
  const page = intl.formatMessage({ id });
  const title = intl.formatMessage({ id: 'app.title' }, { page, app: intl.formatMessage({ id: 'app.name' }) });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
