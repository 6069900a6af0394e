/** Plain pages under /local: no script, one style, escaped values. */

export function escapeHtml(value: unknown): string {
  return String(value ?? '').replace(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character,
  );
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 'Segoe UI', system-ui, sans-serif; }
  body { margin: 0 auto; padding: 24px; max-width: 1040px; }
  h1 { font-size: 24px; margin: 0 0 8px; } h2 { font-size: 20px; margin: 32px 0 8px; }
  table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 8px; border-bottom: 1px solid #8886; }
  iframe { width: 100%; height: 60vh; border: 1px solid #8886; background: #fff; }
  pre { white-space: pre-wrap; } .quiet { opacity: .75; }
`;

/** Returns a page; `main` is HTML, `title` is text. */
export function htmlPage({
  title,
  main,
  style = '',
  forms = false,
}: {
  title: string;
  main: string;
  style?: string;
  /** Whether the page has forms. */
  forms?: boolean;
}): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} – Muster</title>
<style>${STYLE}${style}</style></head>
<body>${main}</body>
</html>`;
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action ${forms ? "'self'" : "'none'"}; frame-ancestors 'self'`,
      // With no-referrer a form would send `Origin: null`, which the server refuses.
      'Referrer-Policy': forms ? 'same-origin' : 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  });
}
