import type { ReactNode } from 'react';

/** What one column is: in a table on a desktop, and as a part of a card on a phone. */
export interface TableColumn<Row> {
  /** Stays the same between versions: the person's arrangement is kept by it. */
  id: string;
  header: string;
  cell(row: Row): ReactNode;
  /** Pixels, at least; 160 if not said. What room is left is shared, but numbers take none of it. */
  width?: number;
  /** Numbers stand right and under each other. */
  isNumber?: boolean;
  /** The list can be ordered by it. */
  sorts?: boolean;
  /** True: cannot be hidden. */
  isFixed?: boolean;
  /** Not shown until somebody asks for it. */
  startsHidden?: boolean;
  /** Its place on a card; `fact` if not said: a line with the header before it. */
  card?: 'title' | 'status' | 'meta' | 'fact' | 'none';
}

export interface TableSort {
  column: string;
  descending: boolean;
}

export const DEFAULT_WIDTH = 160;
export const MIN_WIDTH = 64;
