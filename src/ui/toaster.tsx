import { useEffect, useSyncExternalStore, type CSSProperties } from 'react';
import { useIntl } from 'react-intl';
import { Toaster as Sonner, toast } from 'sonner';
import { colourMode } from './colour-mode.ts';
import { stateColours } from './theme/state-colours.ts';
import { TOASTS, toastHostMounted } from './toasts.ts';

const { ok, attention, no, waiting } = stateColours;

/** Sonner's own colours are replaced by ours; everything else is its look. */
const style = {
  '--width': `${TOASTS.width}px`,
  '--normal-bg': 'var(--colorNeutralBackground1)',
  '--normal-text': 'var(--colorNeutralForeground1)',
  '--normal-border': 'var(--colorNeutralStroke1)',
  '--success-bg': ok.background,
  '--success-border': ok.border,
  '--success-text': ok.foreground,
  '--info-bg': waiting.background,
  '--info-border': waiting.border,
  '--info-text': waiting.foreground,
  '--warning-bg': attention.background,
  '--warning-border': attention.border,
  '--warning-text': attention.foreground,
  '--error-bg': no.background,
  '--error-border': no.border,
  '--error-text': no.foreground,
  fontFamily: 'inherit',
} as CSSProperties;

/** The colour of the toast, not sonner's black: what can be undone should not shout. */
const ACTION: CSSProperties = {
  minHeight: 48,
  minWidth: 64,
  paddingInline: 12,
  justifyContent: 'center',
  fontFamily: 'inherit',
  fontSize: 14,
  fontWeight: 600,
  color: 'inherit',
  background: 'none',
  border: '1px solid currentColor',
};

export function Toaster() {
  const intl = useIntl();
  const mode = colourMode();
  const { resolved } = useSyncExternalStore(mode.subscribe, mode.getState);
  useEffect(() => {
    toastHostMounted(toast);
  }, []);
  return (
    <Sonner
      theme={resolved}
      position={TOASTS.position}
      visibleToasts={TOASTS.visibleToasts}
      gap={TOASTS.gap}
      offset={TOASTS.offset}
      mobileOffset={{ bottom: 'calc(80px + env(safe-area-inset-bottom))', left: 16, right: 16 }}
      duration={TOASTS.duration}
      hotkey={[...TOASTS.hotkey]}
      containerAriaLabel={intl.formatMessage({ id: 'toasts.label' })}
      richColors
      style={style}
      toastOptions={{ actionButtonStyle: ACTION, style: { fontSize: 15 } }}
    />
  );
}
