const titles: Record<number, string> = {
  400: 'This address doesn’t work',
  403: 'Nothing was sent',
  404: 'Page not found',
  405: 'That doesn’t work here',
  415: 'Nothing was sent',
  500: 'Something went wrong',
  503: 'Back in a moment',
};

/**
 * Returns an error page that needs no script, style sheet or built client, because any of these may be what failed.
 * It is styled by style attributes, which the CSP permits, and by the browser's own light and dark colours.
 */
export function errorPage(
  status: number,
  message: string,
  requestId: string,
  onward = { href: '/', text: 'Go to the home page' },
): string {
  const title = titles[status] ?? (status >= 500 ? 'Something went wrong' : 'That doesn’t work');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
</head>
<body style="margin:0;font:1.0625rem/1.6 system-ui,sans-serif">
<main style="box-sizing:border-box;min-height:100vh;max-width:40rem;padding:12vh 1.5rem 4rem">
<p style="margin:0;font-variant-numeric:tabular-nums">${status}</p>
<h1 style="margin:.5rem 0 1rem;font-size:clamp(2.25rem,8vw,4rem);line-height:1.05;letter-spacing:-.03em">${escaped(title)}</h1>
<p style="margin:0 0 2rem">${escaped(message)}</p>
<p style="margin:0 0 3rem"><a href="${escaped(onward.href)}" style="color:inherit;display:inline-block;padding:.25rem 0">${escaped(onward.text)}</a></p>
<p style="margin:0;font-size:.875rem">Reference for our staff: <code>${escaped(requestId)}</code></p>
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
