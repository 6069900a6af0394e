/** The run's state per mutant, kept in a file because each test file runs in its own worker. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export interface Mutant {
  id: string;
  fileName: string;
  mutatorName: string;
  replacement: string;
  /** Counted from 0. */
  location: { start: { line: number; column: number }; end: { line: number; column: number } };
}

export interface State {
  /** By id: the test that failed, or `timeout`. */
  killed: Record<string, string>;
  /** Ids of mutants that a test reached. */
  reached: Record<string, true>;
  /** Ids of mutants that were switched on for a test. */
  tried: Record<string, true>;
  /** Ids of mutants that a test reached in its first run only, because their module keeps the result. */
  once: Record<string, true>;
  /** Ids of the mutants that run while their module loads; they cannot be switched on for one test. */
  loading: Record<string, true>;
  /** Tests that fail when they run twice; they judge no mutant. */
  unrepeatable: string[];
  /** Tests that are too slow to run for each mutant; they judge none. */
  slow: string[];
}

export const emptyState = (): State => ({
  killed: {},
  reached: {},
  tried: {},
  once: {},
  loading: {},
  unrepeatable: [],
  slow: [],
});
export const readState = (file: string): State =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : emptyState();
export const writeState = (file: string, state: State): void => writeFileSync(file, JSON.stringify(state));
