/** The screen of all lists of bookings: header, list and the open booking. */
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import type { UrlState } from '../../ui/address/use-url-state.ts';
import { ListAndDetail } from '../../ui/layout/list-and-detail.tsx';
import { PageHeader, type PageHeaderProps } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import type { BookingListUrl } from './booking-table.tsx';

export interface BookingListScreenProps {
  title: MessageId;
  header: Pick<PageHeaderProps, 'meta' | 'actions' | 'menu'>;
  url: UrlState<BookingListUrl>;
  /** `open` shows another booking instead. */
  detail(id: Uuid, open: (id: Uuid) => void): ReactNode;
  list: ReactNode;
  /** Dialogs and panels. */
  children: ReactNode;
}

export function BookingListScreen({ title, header, url, detail, list, children }: BookingListScreenProps) {
  const intl = useIntl();
  const { booking } = url.state;
  return (
    <Screen fill header={<PageHeader wide title={<FormattedMessage id={title} />} {...header} />}>
      <ListAndDetail
        label={intl.formatMessage({ id: 'bookings.one' })}
        openId={booking}
        onClose={() => url.go({ booking: null })}
        detail={booking && detail(booking, (id) => url.go({ booking: id }, { replace: true }))}
        list={list}
      />
      {children}
    </Screen>
  );
}
