/** A button that must be held for a second, for actions that are hard to undo. */
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { stateColours } from '../theme/state-colours.ts';

/** Hold time in milliseconds. */
const HOLD_MS = 1000;

const useStyles = makeStyles({
  button: {
    position: 'relative',
    overflow: 'hidden',
    touchAction: 'none',
    userSelect: 'none',
    color: stateColours.no.onStrong,
    backgroundColor: stateColours.no.strong,
    ':hover': { color: stateColours.no.onStrong, backgroundColor: stateColours.no.strong },
    ':hover:active': { color: stateColours.no.onStrong, backgroundColor: stateColours.no.strong },
    // Progress bar that fills while the button is held.
    '::after': {
      content: '""',
      position: 'absolute',
      insetBlockEnd: 0,
      insetInlineStart: 0,
      inlineSize: '100%',
      blockSize: '4px',
      backgroundColor: tokens.colorNeutralBackground1,
      transform: 'scaleX(0)',
      transformOrigin: 'left',
    },
  },
  held: { '::after': { transform: 'scaleX(1)', transition: `transform ${HOLD_MS}ms linear` } },
});

export interface PressAndHoldButtonProps {
  className?: string;
  icon?: ReactElement;
  disabled?: boolean;
  /** Stays focusable while disabled. */
  isFocusable?: boolean;
  children: ReactNode;
  onComplete(): void;
}

function useHold(disabled: boolean, onComplete: () => void) {
  const [isPressed, setIsPressed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  /** `timeStamp` of the event that pressed it. */
  const pressedAt = useRef(0);
  const end = () => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    setIsPressed(false);
  };
  const act = () => {
    end();
    onComplete();
  };
  const begin = ({ timeStamp }: SyntheticEvent) => {
    if (disabled || timer.current !== null) return;
    pressedAt.current = timeStamp;
    setIsPressed(true);
    timer.current = setTimeout(act, HOLD_MS);
  };
  const release = ({ timeStamp }: SyntheticEvent) => {
    // On a busy device the release may be handled before the timer fires.
    if (timer.current !== null && timeStamp - pressedAt.current >= HOLD_MS) act();
    else end();
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  return { isPressed, begin, release, end };
}

export function PressAndHoldButton({
  className,
  icon,
  disabled = false,
  isFocusable = false,
  children,
  onComplete,
}: PressAndHoldButtonProps) {
  const styles = useStyles();
  const { isPressed, begin, release, end } = useHold(disabled, onComplete);
  const onKey = (event: KeyboardEvent, listener: (event: KeyboardEvent) => void) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    if (!event.repeat) listener(event);
  };
  return (
    <Button
      type="button"
      className={mergeClasses(styles.button, isPressed && styles.held, className)}
      disabled={disabled && !isFocusable}
      disabledFocusable={disabled && isFocusable}
      {...(icon ? { icon } : {})}
      onPointerDown={(event) => event.button === 0 && begin(event)}
      onPointerUp={release}
      onPointerLeave={end}
      onPointerCancel={end}
      onBlur={end}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => onKey(event, begin)}
      onKeyUp={(event) => onKey(event, release)}
      // Screen readers click without a pointer and cannot hold.
      onClick={(event) => event.detail === 0 && !disabled && onComplete()}
    >
      {children}
    </Button>
  );
}
