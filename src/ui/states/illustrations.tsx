/** A line drawing in the current text colour. */
import type { ReactNode } from 'react';

export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 96 96"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export function LostSignpost() {
  return (
    <Drawing>
      <path d="M48 14v68M34 84h28" />
      <path d="M48 22h24l8 8-8 8H48z" />
      <path d="M48 50 27 58l-9-5 3-10 21-7" strokeDasharray="1 7" />
      <path d="m20 72 22-6 7 5-4 8-22 6z" />
    </Drawing>
  );
}

export function BrokenPlank() {
  return (
    <Drawing>
      <path d="M8 40h26l6 8M88 40H64l-8 10" />
      <path d="M16 40v24M80 40v24" />
      <path d="M8 72c7-6 13-6 20 0s13 6 20 0 13-6 20 0 13 6 20 0" />
      <path d="m44 24 4-8 4 8M48 16v14" />
    </Drawing>
  );
}

export function ClosedGate() {
  return (
    <Drawing>
      <path d="M18 82V40a30 30 0 0 1 60 0v42z" />
      <path d="M10 82h76" />
      <circle cx="48" cy="50" r="6" />
      <path d="M48 56v12" />
    </Drawing>
  );
}

/** A shop front with its awning rolled up. */
export function QuietOffice() {
  return (
    <Drawing>
      <path d="M16 36v46h64V36M10 36l8-18h60l8 18" />
      <path d="M10 36a9 9 0 0 0 19 0 9 9 0 0 0 19 0 9 9 0 0 0 19 0 9 9 0 0 0 19 0" />
      <path d="M42 82V60h14v22" />
    </Drawing>
  );
}
