/** Overlays and notifications. */
import { Button } from '@fluentui/react-components';
import { useEffect } from 'react';
import { notify } from '../../../../src/ui/toasts/notifications.ts';
import { NotificationHost } from '../../../../src/ui/toasts/notification-host.tsx';
import { Overlay } from '../../../../src/ui/overlays/overlay.tsx';
import { PageHeader } from '../../../../src/ui/layout/page-header.tsx';
import { Screen } from '../../../../src/ui/layout/screen.tsx';
import { showToast } from '../../../../src/ui/toasts/toasts.ts';

const nothing = () => undefined;
const stays = Number.POSITIVE_INFINITY;

export function OverlaySheet({ state }: { state: 'details' | 'page' | 'toasts' }) {
  useEffect(() => {
    if (state !== 'toasts') return;
    void showToast({ intent: 'success', text: 'Ada Jensen is here', duration: stays, id: 'here' });
    void showToast({
      intent: 'error',
      text: 'The payment was not stored.',
      action: { label: 'Try again', onSelect: nothing },
      duration: stays,
      id: 'not',
    });
    notify({
      intent: 'info',
      title: 'New version available',
      text: 'It is here after a reload.',
      action: { label: 'Reload', onSelect: nothing },
      duration: stays,
    });
  }, [state]);
  return (
    <Screen header={<PageHeader title="Roll-call" meta="Harbour walk, 10:00" />}>
      <p>Twelve of fifteen are here.</p>
      {state === 'toasts' ? (
        <NotificationHost />
      ) : (
        <Overlay
          kind={state}
          title={state === 'page' ? 'Scan tickets' : 'Ada Jensen, party of five'}
          footer={<Button appearance="primary">Check in 5</Button>}
          onClose={nothing}
        >
          {/* The full-screen page shows a camera picture, which is black in every theme. */}
          <p style={state === 'page' ? { color: '#ffffff' } : {}}>Paid online. Two of them are children.</p>
        </Overlay>
      )}
    </Screen>
  );
}
