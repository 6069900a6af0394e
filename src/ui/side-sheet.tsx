/** What opens beside a list: from the side, and on a phone from below where the thumb is. Gives the focus back when it goes. */
import { Button, DrawerBody, DrawerHeader, DrawerHeaderTitle, OverlayDrawer, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../i18n/message-id.ts';
import { PHONE } from './theme/breakpoints.ts';
import { useClearView } from './use-clear-view.ts';
import { useMedia } from './use-media.ts';
import { useReturnFocus } from './use-return-focus.ts';

const useStyles = makeStyles({
  end: { width: 'min(100vw, 480px)' },
  bottom: { height: 'auto', maxHeight: '92dvh', borderRadius: '14px 14px 0 0' },
  body: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBottom: 'calc(24px + env(safe-area-inset-bottom))' },
  close: { minWidth: '48px', minHeight: '48px' },
});

export interface SideSheetProps {
  title: ReactNode;
  /** Below the title, and in place when the rest scrolls. */
  head?: ReactNode;
  /** What the button that closes it is called, where "Close" does not say enough. */
  closeLabel?: MessageId;
  /** All of a phone's height and width, for what needs the room. */
  tall?: boolean;
  children: ReactNode;
  onClose(): void;
}

export function SideSheet({ title, head, closeLabel = 'app.close', tall = false, children, onClose }: SideSheetProps) {
  const styles = useStyles();
  const intl = useIntl();
  useClearView();
  useReturnFocus();
  const fromBelow = useMedia(PHONE) && !tall;
  return (
    <OverlayDrawer
      open
      position={fromBelow ? 'bottom' : 'end'}
      className={fromBelow ? styles.bottom : styles.end}
      onOpenChange={(_, data) => !data.open && onClose()}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={
            <Button
              className={styles.close}
              appearance="subtle"
              icon={<DismissRegular />}
              aria-label={intl.formatMessage({ id: closeLabel })}
              onClick={onClose}
            />
          }
        >
          {title}
        </DrawerHeaderTitle>
        {head}
      </DrawerHeader>
      <DrawerBody className={styles.body}>{children}</DrawerBody>
    </OverlayDrawer>
  );
}
