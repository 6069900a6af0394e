/** Commands of the current screen, for the command palette (Ctrl+K, ⌘K). */
import { useEffect } from 'react';
import type { ReactElement } from 'react';

export interface ScreenCommand {
  label: string;
  icon?: ReactElement;
  /** Other search terms. */
  keywords?: string;
  run(): void;
}

let current: readonly ScreenCommand[] = [];

export const screenCommands = (): readonly ScreenCommand[] => current;

/** Registers the commands of a screen while it is mounted. */
export function useScreenCommands(commands: readonly ScreenCommand[]): void {
  useEffect(() => {
    current = commands;
    return () => {
      if (current === commands) current = [];
    };
  }, [commands]);
}
