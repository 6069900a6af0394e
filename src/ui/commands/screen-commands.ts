/** What can be done on the screen that one is on, for the palette that Ctrl+K (⌘K) opens. */
import { useEffect } from 'react';
import type { ReactElement } from 'react';

export interface ScreenCommand {
  label: string;
  icon?: ReactElement;
  /** Other words by which it is looked for. */
  also?: string;
  run(): void;
}

let present: readonly ScreenCommand[] = [];

export const screenCommands = (): readonly ScreenCommand[] => present;

/** For a screen: these are its commands while it is there. */
export function useScreenCommands(commands: readonly ScreenCommand[]): void {
  useEffect(() => {
    present = commands;
    return () => {
      if (present === commands) present = [];
    };
  }, [commands]);
}
