/**
 * What the document itself says when the pages cannot be drawn (booking.html): a plain sentence, with the operator's name and telephone
 * once somebody knows them.
 */
export function setFallbackOperator(
  operator: { name: string; phone: string | null; email: string | null } | null,
): void {
  if (!operator) return;
  const words = [operator.name, operator.phone ?? operator.email].filter(Boolean).join(', ');
  for (const place of document.querySelectorAll('#plain [data-operator]')) place.textContent = words;
}

/** Nothing can be drawn: the sentence stands in its place. */
export function showFallbackText(): void {
  document.documentElement.dataset['broken'] = '';
}
