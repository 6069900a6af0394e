export function LegendSquare({ colour, opacity }: { colour: string; opacity?: number }) {
  return (
    <svg width="12" height="12">
      <rect width="12" height="12" rx="3" fill={colour} fillOpacity={opacity} />
    </svg>
  );
}
