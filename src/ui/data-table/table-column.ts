import type { ReactNode } from 'react';

/** A column: of the table on a desktop, and a part of each card on a phone. */
export interface TableColumn<Row> {
  /** Must not change between versions: the stored arrangement refers to it. */
  id: string;
  header: string;
  cell(row: Row): ReactNode;
  /** Minimum width in pixels, 160 by default. Columns share the remaining room; number columns don't grow. */
  width?: number;
  /** Whether its text wraps and makes the row taller, instead of being cut. */
  wraps?: boolean;
  /** Aligned at the end, with tabular digits. */
  isNumber?: boolean;
  sorts?: boolean;
  /** Whether it cannot be hidden. */
  isFixed?: boolean;
  isInitiallyHidden?: boolean;
  /** Its place on a card; by default the first visible column is the title, others are facts, after their headers. */
  card?: 'title' | 'status' | 'meta' | 'fact' | 'none';
}

export interface TableSort {
  column: string;
  descending: boolean;
}

export const DEFAULT_WIDTH = 160;
export const MIN_WIDTH = 64;
