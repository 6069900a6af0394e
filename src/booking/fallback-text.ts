/**
 * Adds the operator's name and its phone number, or else its email address, to the document's static fallback text
 * (booking.html) once they are known.
 */
export function setFallbackOperator(
  operator: { name: string; phone: string | null; email: string | null } | null,
): void {
  if (!operator) return;
  const contact = [operator.name, operator.phone ?? operator.email].filter(Boolean).join(', ');
  for (const element of document.querySelectorAll('#plain [data-operator]')) element.textContent = contact;
}

/** Shows the fallback text because the page cannot render. */
export function showFallbackText(): void {
  document.documentElement.dataset['broken'] = '';
}
