import { Button, makeStyles } from '@fluentui/react-components';
import { AddSquareRegular, ArrowExportUpRegular } from '@fluentui/react-icons';
import { useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { installOffer } from '../start/install-offer.ts';

const useStyles = makeStyles({
  steps: { display: 'grid', gap: '12px', margin: 0, paddingInlineStart: '24px' },
  icon: { verticalAlign: '-4px', fontSize: '20px', marginInline: '4px' },
});

export function InstallDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const state = useSyncExternalStore(installOffer.subscribe, installOffer.getState);
  return (
    <Overlay
      kind="confirm"
      title={<FormattedMessage id="install.title" />}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id={state === 'by-hand' ? 'install.close' : 'install.later'} />
          </Button>
          {state === 'offered' && (
            <Button data-first appearance="primary" onClick={() => void installOffer.accept().finally(onClose)}>
              <FormattedMessage id="install.accept" />
            </Button>
          )}
        </>
      }
    >
      <FormattedMessage id="install.why" />
      {state === 'by-hand' && (
        <ol className={styles.steps}>
          <li>
            <FormattedMessage id="install.ios.share" />
            <ArrowExportUpRegular className={styles.icon} aria-hidden />
          </li>
          <li>
            <FormattedMessage id="install.ios.add" />
            <AddSquareRegular className={styles.icon} aria-hidden />
          </li>
          <li>
            <FormattedMessage id="install.ios.open" />
          </li>
        </ol>
      )}
    </Overlay>
  );
}
