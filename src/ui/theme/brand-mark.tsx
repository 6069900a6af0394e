/** The app's logo, the same drawing as public/icons/muster.svg. */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden focusable="false" style={{ flexShrink: 0 }}>
      <rect width="48" height="48" rx="11" fill="var(--colorBrandBackground)" />
      <g fill="none" stroke="var(--colorNeutralForegroundOnBrand)" strokeLinecap="round" strokeWidth="4">
        <path d="M12 14h24M12 23h10" opacity="0.75" />
        <path d="m13 33 7 7 16-17" strokeWidth="5.5" strokeLinejoin="round" />
      </g>
    </svg>
  );
}
