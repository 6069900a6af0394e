/** Commands of the current screen, for the command palette (Ctrl+K, ⌘K). */
import { useEffect } from 'react';
import type { ReactElement } from 'react';

export interface ScreenCommand {
  label: string;
  icon?: ReactElement;
  /** Other search terms. */
  also?: string;
  run(): void;
}

let present: readonly ScreenCommand[] = [];

export const screenCommands = (): readonly ScreenCommand[] => present;

/** Registers the commands of a screen while it is mounted. */
export function useScreenCommands(commands: readonly ScreenCommand[]): void {
  useEffect(() => {
    present = commands;
    return () => {
      if (present === commands) present = [];
    };
  }, [commands]);
}
